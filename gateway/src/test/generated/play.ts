// A round with the types that openapi-typescript has made of docs/openapi/platform.yaml.
// Needs: WALLET_URL, WALLET_SECRET, LAUNCH_CODE.
import type { components, operations } from "./platform";

type Answer<Name extends keyof operations> = operations[Name] extends
  { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;
type Item = components["schemas"]["TransactionItem"];
declare const process: { env: Record<string, string> };

const url = process.env.WALLET_URL;
const secret = Uint8Array.from(atob(process.env.WALLET_SECRET.replace("whsec_", "")), (char) => char.charCodeAt(0));

async function call<Name extends keyof operations>(method: string, path: string, body?: unknown): Promise<Answer<Name>> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const id = crypto.randomUUID();
  const time = String(Math.floor(Date.now() / 1000));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${time}.${text}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)));
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": time,
    "webhook-signature": `v1,${signature}` };
  const answer = await fetch(url + path, { method, headers, body: text || undefined });
  if (!answer.ok) {
    const problem: components["schemas"]["Problem"] = await answer.json();
    throw new Error(`${problem.code}: ${problem.detail}`);
  }
  return await answer.json();
}

async function play(): Promise<void> {
  const exchange: components["schemas"]["AuthenticateRequest"] = { launch_code: process.env.LAUNCH_CODE, game_id: "roulette" };
  const who = await call<"authenticate">("POST", "/players/authenticate", exchange);
  const player = { player_id: who.player_id, game_id: "roulette" };
  const money = { currency: who.currency, session_id: who.session_id };
  const items: Item[] = [
    { ...player, ...money, type: "debit", transaction_id: "ts-1", amount: "250", details: { bet: "red", odds: [1, 2] } },
    { ...player, type: "credit", transaction_id: "ts-2", amount: "400", currency: who.currency, reference_transaction_id: "ts-1" },
    { ...player, ...money, type: "debit", transaction_id: "ts-3", amount: "100" },
    { ...player, type: "rollback", transaction_id: "ts-4", reference_transaction_id: "ts-3" },
  ];
  // @ts-expect-error a debit without its session is seen by the compiler
  const wrong: Item = { ...player, type: "debit", transaction_id: "ts-5", amount: "100", currency: who.currency };
  const booked = await call<"bookTransactions">("POST", "/transactions", { transactions: items });
  console.log(booked.results.map((result) => result.status).join(" "));
  const found = await call<"getTransaction">("GET", "/transactions/ts-3");
  console.log(`rolled back ${found.rolled_back}`);
  console.log(`balance ${(await call<"getBalance">("POST", "/players/balance", { player_id: who.player_id })).balance}`);
}

play();
