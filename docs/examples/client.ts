// A platform's calls in TypeScript, with nothing but Node: node client.ts
// (Node 22.18 or newer; from Node 18 on: npx tsx client.ts).
// Needs: WALLET_URL (…/v1), WALLET_SECRET (whsec_…), LAUNCH_CODE.
import { createHmac, randomUUID } from "node:crypto";

type Item = { transaction_id: string; type: "debit" | "credit" | "rollback"; player_id: string; game_id: string;
  session_id?: string; amount?: string; currency?: string; round_id?: string; reference_transaction_id?: string };
type Result = { transaction_id: string; status: string; balance?: string; processed_at?: string };

function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing`);
  process.exit(1);
}

const url = needed("WALLET_URL");
const key = Buffer.from(needed("WALLET_SECRET").replace(/^whsec_/, ""), "base64");
const code = needed("LAUNCH_CODE");
const pause = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** One signed call; sends the same again, under the same webhook-id, while the outcome is unknown. */
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const id = randomUUID();
  for (let i = 0; i < 10; i++) {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", key).update(`${id}.${time}.${text}`).digest("base64");
    const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": time,
      "webhook-signature": `v1,${signature}` };
    // no answer: whether it was booked isn't known; the same ids make it safe to ask again
    const answer = await fetch(url + path, { method, headers, body: text || undefined }).catch(() => undefined);
    const json: any = await answer?.json().catch(() => undefined);
    if (answer?.ok) return json;
    if (json && !["unavailable", "rate_limited"].includes(json.code)) throw new Error(JSON.stringify(json));
    await pause(Number(answer?.headers.get("retry-after") ?? 1));
  }
  throw new Error("no answer after ten tries; the transactions must be sent again later, with the same ids");
}

/** The results in order; items that failed for the moment are sent again. */
async function book(...items: Item[]): Promise<Result[]> {
  const results: Result[] = (await call("POST", "/transactions", { transactions: items })).results;
  const again = items.filter((_, i) => results[i].status === "retry");
  if (again.length === 0) return results;
  await pause(1);
  const later = await book(...again);
  return results.map((result) => later.find((it) => it.transaction_id === result.transaction_id) ?? result);
}

async function play(): Promise<void> {
  const who = await call("POST", "/players/authenticate", { launch_code: code, game_id: "roulette" });
  const player = { player_id: who.player_id, game_id: "roulette" };
  const [bet, win, second, back] = Array.from({ length: 4 }, () => randomUUID());
  console.log(await book(
    { ...player, transaction_id: bet, type: "debit", session_id: who.session_id, amount: "250", currency: "EUR" },
    { ...player, transaction_id: win, type: "credit", amount: "400", currency: "EUR", reference_transaction_id: bet }));
  console.log(await book(
    { ...player, transaction_id: second, type: "debit", session_id: who.session_id, amount: "100", currency: "EUR" }));
  console.log(await book({ ...player, transaction_id: back, type: "rollback", reference_transaction_id: second }));
  console.log(await call("GET", `/transactions/${second}`));
  console.log("balance", (await call("POST", "/players/balance", { player_id: who.player_id })).balance);
}

play();
