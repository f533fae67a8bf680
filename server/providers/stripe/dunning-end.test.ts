import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createStripeProvider } from "./adapter.ts";

const DAY = 86_400;

/** A subscription as the list has it, as far as it is looked at; `age` is how many days ago its period began. */
const aSubscription = (age: number, more: object) => ({
  object: "subscription",
  created: 1_700_000_000,
  items: { data: [{ current_period_start: 1_800_000_000 - age * DAY }] },
  cancellation_details: { reason: null },
  latest_invoice: null,
  ...more,
});

/** A Stripe with these subscriptions: days of retries pass for the sandbox on test clocks alone, whose subscriptions no list has. */
async function withSubscriptions(lists: Record<string, object[]>) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://none");
    const data = lists[searchParams.get("status") ?? ""] ?? [];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data, has_more: false, url: "/v1/subscriptions" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port, protocol: "http" as const };
  return createStripeProvider({ secretKey: "sk_test_1", publishableKey: null, address });
}

const byPayment = { cancellation_details: { reason: "payment_failed" } };
const tried = { status: "open", attempted: true, collection_method: "charge_automatically" };
const givenUp = { latest_invoice: { ...tried, next_payment_attempt: null } };
const retried = { latest_invoice: { ...tried, next_payment_attempt: 1_800_100_000 } };
const sent = { latest_invoice: { ...givenUp.latest_invoice, collection_method: "send_invoice" } };

test("what followed the newest failed payment is told, whatever else was canceled or is retried", async () => {
  const askedFor = {
    canceled: [aSubscription(1, { cancellation_details: { reason: "cancellation_requested" } })],
  };
  const waiting = { past_due: [aSubscription(2, retried), aSubscription(1, sent)] };
  expect(await (await withSubscriptions({ ...askedFor, ...waiting })).readDunningEnd()).toBeNull();
  const canceled = [...askedFor.canceled, aSubscription(9, byPayment)];
  expect(await (await withSubscriptions({ canceled, ...waiting })).readDunningEnd()).toBe("CANCELED");
  const unpaid = [aSubscription(4, {})];
  expect(await (await withSubscriptions({ canceled, unpaid })).readDunningEnd()).toBe("UNPAID");
  const past_due = [aSubscription(3, givenUp)];
  expect(await (await withSubscriptions({ canceled, unpaid, past_due })).readDunningEnd()).toBe("PAST_DUE");
});
