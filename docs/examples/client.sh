#!/usr/bin/env bash
# A platform's calls with curl and openssl. Needs: WALLET_URL (…/v1), WALLET_SECRET (whsec_…), LAUNCH_CODE.
set -euo pipefail
: "${WALLET_URL:?is missing: the base address, …/v1}" "${WALLET_SECRET:?is missing: whsec_…}" "${LAUNCH_CODE:?is missing}"

hex() {
  od -An -v -tx1 | tr -d ' \n'
}

random() {
  head -c 12 /dev/urandom | hex
}

# The key as HMAC takes it: 64 bytes, a longer one by its digest. Every user of the machine may read a program's arguments, and
# openssl takes keys there alone; so HMAC is put together here, of digests and what the shell does by itself.
key=$(printf %s "${WALLET_SECRET#whsec_}" | base64 -d | hex)
[ ${#key} -le 128 ] || key=$(printf %s "${WALLET_SECRET#whsec_}" | base64 -d | openssl dgst -sha256 -binary | hex)
printf -v key '%-128s' "$key"
key=${key// /0}

# keyed BYTE: each of the key's bytes, combined with this one
keyed() {
  local i byte
  for ((i = 0; i < 128; i += 2)); do
    printf -v byte '\\x%02x' $((16#${key:i:2} ^ $1))
    printf %b "$byte"
  done
}

# The HMAC-SHA256 of what it reads, in base64.
hmac() {
  local inner
  inner=$({ keyed 0x36; cat; } | openssl dgst -sha256 -binary | base64)
  { keyed 0x5c; printf %s "$inner" | base64 -d; } | openssl dgst -sha256 -binary | base64
}

# call METHOD PATH BODY: prints the answer; what is signed is ID.TIME.BODY. While there is no answer, or one with
# Retry-After, curl sends the very same again, under the same webhook-id; that is good for 300 seconds.
call() {
  local id time signature
  id=msg-$(random)
  time=$(date +%s)
  signature=$(printf %s "$id.$time.$3" | hmac)
  # the body holds a launch code or a session, and comes by the standard input: arguments are for all to read
  printf %s "$3" | curl --silent --show-error --retry 10 --retry-all-errors --retry-max-time 120 \
    --request "$1" "$WALLET_URL$2" --data-binary @- \
    --header "content-type: application/json" --header "webhook-id: $id" \
    --header "webhook-timestamp: $time" --header "webhook-signature: v1,$signature"
  echo
}

# text NAME JSON: a member of an answer; a real client parses JSON
text() {
  printf %s "$2" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

who=$(call POST /players/authenticate "{\"launch_code\":\"$LAUNCH_CODE\",\"game_id\":\"roulette\"}")
player=$(text player_id "$who")
session=$(text session_id "$who")
bet=bet-$(random)

call POST /transactions "{\"transactions\":[
  {\"transaction_id\":\"$bet\",\"type\":\"debit\",\"player_id\":\"$player\",\"session_id\":\"$session\",
   \"amount\":\"250\",\"currency\":\"EUR\",\"game_id\":\"roulette\",\"round_id\":\"round-1\"},
  {\"transaction_id\":\"$bet-win\",\"type\":\"credit\",\"player_id\":\"$player\",\"amount\":\"400\",\"currency\":\"EUR\",
   \"game_id\":\"roulette\",\"round_id\":\"round-1\",\"reference_transaction_id\":\"$bet\"}]}"
call POST /transactions "{\"transactions\":[
  {\"transaction_id\":\"$bet-2\",\"type\":\"debit\",\"player_id\":\"$player\",\"session_id\":\"$session\",
   \"amount\":\"100\",\"currency\":\"EUR\",\"game_id\":\"roulette\"},
  {\"transaction_id\":\"$bet-2-back\",\"type\":\"rollback\",\"player_id\":\"$player\",\"game_id\":\"roulette\",
   \"reference_transaction_id\":\"$bet-2\"}]}"
call GET "/transactions/$bet-2" ""
echo "balance $(text balance "$(call POST /players/balance "{\"player_id\":\"$player\"}")")"
