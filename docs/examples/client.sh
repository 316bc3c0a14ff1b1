#!/usr/bin/env bash
# A platform's calls with curl and openssl. Needs: BANKROLL_URL (…/v1), BANKROLL_SECRET (whsec_…), LAUNCH_CODE.
set -euo pipefail

key=$(printf %s "${BANKROLL_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')

# call METHOD PATH BODY: prints the answer; what is signed is ID.TIME.BODY. While there is no answer, or one with
# Retry-After, curl sends the very same again, under the same webhook-id; that is good for 300 seconds.
call() {
  local id time signature
  id=msg-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
  time=$(date +%s)
  signature=$(printf %s "$id.$time.$3" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  curl --silent --show-error --retry 10 --retry-all-errors --retry-max-time 120 --request "$1" "$BANKROLL_URL$2" --data-raw "$3" \
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
bet=bet-$RANDOM$RANDOM

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
