"""A platform's calls in Python, with nothing but the standard library.

Needs: WALLET_URL (.../v1), WALLET_SECRET (whsec_...), LAUNCH_CODE.
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def needed(name):
    return os.environ.get(name) or sys.exit(name + " is missing")


URL = needed("WALLET_URL")
KEY = base64.b64decode(needed("WALLET_SECRET").removeprefix("whsec_"))
CODE = needed("LAUNCH_CODE")


def call(method, path, body=None):
    """One signed call; sends the same again, under the same webhook-id, while the outcome is unknown."""
    data = b"" if body is None else json.dumps(body).encode()
    message = str(uuid.uuid4())
    for _ in range(10):
        seconds = str(int(time.time()))
        signed = hmac.new(KEY, f"{message}.{seconds}.".encode() + data, hashlib.sha256).digest()
        request = urllib.request.Request(URL + path, data or None, method=method, headers={
            "content-type": "application/json",
            "webhook-id": message,
            "webhook-timestamp": seconds,
            "webhook-signature": "v1," + base64.b64encode(signed).decode(),
        })
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as failed:
            problem = json.load(failed)
            if problem["code"] not in ("unavailable", "rate_limited"):
                raise RuntimeError(problem) from None
            time.sleep(int(failed.headers["retry-after"]))
        except OSError:
            time.sleep(1)  # no answer: whether it was booked isn't known; the same ids make it safe to ask again
    raise RuntimeError("no answer after ten tries; the transactions must be sent again later, with the same ids")


def book(*items):
    """The results by transaction_id; items that failed for the moment are sent again."""
    results = {r["transaction_id"]: r for r in call("POST", "/transactions", {"transactions": items})["results"]}
    again = [item for item in items if results[item["transaction_id"]]["status"] == "retry"]
    if again:
        time.sleep(1)
        results |= book(*again)
    return results


who = call("POST", "/players/authenticate", {"launch_code": CODE, "game_id": "roulette"})
player = {"player_id": who["player_id"], "game_id": "roulette"}
bet, win, second, back = (str(uuid.uuid4()) for _ in range(4))

print(book(
    player | {"transaction_id": bet, "type": "debit", "session_id": who["session_id"], "amount": "250", "currency": "EUR"},
    player | {"transaction_id": win, "type": "credit", "amount": "400", "currency": "EUR", "reference_transaction_id": bet},
))
print(book(player | {"transaction_id": second, "type": "debit", "session_id": who["session_id"], "amount": "100",
                     "currency": "EUR"}))
print(book(player | {"transaction_id": back, "type": "rollback", "reference_transaction_id": second}))
print(call("GET", "/transactions/" + second))
print("balance", call("POST", "/players/balance", {"player_id": who["player_id"]})["balance"])
