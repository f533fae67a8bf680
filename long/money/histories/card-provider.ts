import { setTimeout as pause } from "node:timers/promises";
import type { Body } from "./service.ts";

/** The address and key of the card provider's sandbox. */
export interface CardProvider {
  url: string;
  secretKey: string;
}

/** What happens to callbacks on their way. */
export interface Fault {
  kind: "webhook_lose" | "webhook_duplicate" | "webhook_reorder" | "webhook_delay";
  /** How many callbacks it meets. */
  count: number;
  delay_ms: number;
}

/** The credit of the customer of an invoice. */
export async function creditAt(provider: CardProvider, invoice: string): Promise<number> {
  const { customer } = await call(provider, `/v1/invoices/${invoice}`);
  const { balance } = await call(provider, `/v1/customers/${customer}`);
  return balance === 0 ? 0 : -balance;
}

export async function addFault(provider: CardProvider, { kind, count, delay_ms }: Fault): Promise<void> {
  const body = new URLSearchParams({ kind, count: String(count), delay_ms: String(delay_ms) });
  await call(provider, "/sandbox/faults", { method: "POST", body });
}

/** Moves the newest test clock at the card provider alone. */
export async function advanceProvider(provider: CardProvider, to: number): Promise<void> {
  const clocks = "/v1/test_helpers/test_clocks";
  const { data } = await call(provider, `${clocks}?limit=1`);
  const clock = `${clocks}/${data[0].id}`;
  const body = new URLSearchParams({ frozen_time: String(Math.floor(to / 1000)) });
  await call(provider, `${clock}/advance`, { method: "POST", body });
  while ((await call(provider, clock)).status !== "ready") await pause(50);
}

async function call({ url, secretKey }: CardProvider, path: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(url + path, { ...init, headers: { authorization: `Bearer ${secretKey}` } });
  const body: Body = await response.json();
  if (!response.ok) throw new Error(`The card provider answered ${JSON.stringify(body)}`);
  return body;
}
