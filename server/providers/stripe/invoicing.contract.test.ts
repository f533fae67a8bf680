// @module-tag ci
// Amounts that we add to a subscription's invoices, as every card provider must take them; see ../port.contract.test.ts.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../../testing/a-contract.ts";
import type { EndedInvoice, NewInvoiceItem } from "../port.ts";
import { amounts, name } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** A subscription with a draft invoice of 100, and an amount of 700 that is to be billed for it. */
async function aDraft() {
  const { started, customerId: customer } = await at.aSubscription(2000n);
  const subscription = started.id;
  await at.stripe.invoiceItems.create({ customer, subscription, currency: "usd", amount: 100 });
  const { id: draft = "" } = await at.stripe.invoices.create({ customer, subscription });
  const input: NewInvoiceItem = {
    key: name("overage"),
    customerId: customer,
    subscriptionId: subscription,
    amount: 700n,
    currency: "USD",
    description: "14 calls above the limit",
    periodStart: started.currentPeriodStart,
    periodEnd: started.currentPeriodEnd,
  };
  return { draft, input };
}

/** A direct request as an attempt sends it that has seen the draft. */
const addToDraft = (invoice: string, { key, customerId, amount }: NewInvoiceItem) =>
  at.stripe.invoiceItems.create(
    { customer: customerId, invoice, amount: Number(amount), currency: "usd", metadata: { usher_key: key } },
    { idempotencyKey: `item:${key}` },
  );

/** An item that was made. */
const made = (item: Awaited<ReturnType<typeof at.provider.ensureInvoiceItem>>) =>
  typeof item === "string" ? item : item.id;

const finalize = (draft: string) => at.stripe.invoices.finalizeInvoice(draft, { auto_advance: false });

/** The amounts on the finalized draft, and on the invoice that comes after it. */
async function billed(draft: string, { customerId, subscriptionId }: NewInvoiceItem) {
  await at.provider.invoiceNow({ customerId, subscriptionId, idempotencyKey: name("invoice") });
  const [next] = await at.invoicesOf(subscriptionId);
  expect(next?.id).not.toBe(draft);
  return { draft: amounts(await at.stripe.invoices.retrieve(draft)), next: amounts(next) };
}

describe("an amount for a subscription with a draft invoice", () => {
  test("goes on the draft, once however often it is added", async () => {
    const { draft, input } = await aDraft();
    const item = await at.provider.ensureInvoiceItem(input);
    expect(await at.provider.ensureInvoiceItem(input)).toEqual(item);
    await finalize(draft);
    expect(amounts(await at.stripe.invoices.retrieve(draft))).toEqual([100, 700]);
    expect(await at.provider.ensureInvoiceItem(input)).toEqual(item);
  });

  test("goes on the next invoice when an earlier attempt was refused because the draft was finalized", async () => {
    const { draft, input } = await aDraft();
    await finalize(draft);
    const refusal = await addToDraft(draft, input).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(refusal).toMatchObject({ code: "invoice_not_editable" });
    const item = await at.provider.ensureInvoiceItem(input);
    expect(await at.provider.ensureInvoiceItem(input)).toEqual(item);
    const { invoice, parent } = await at.stripe.invoiceItems.retrieve(made(item));
    expect(invoice).toBeNull();
    expect(parent?.subscription_details?.subscription).toBe(input.subscriptionId);
    expect(await billed(draft, input)).toEqual({ draft: [100], next: [700] });
  });

  test("goes on the next invoice once when two attempts at once follow a refused one", async () => {
    const { draft, input } = await aDraft();
    await finalize(draft);
    await expect(addToDraft(draft, input)).rejects.toThrow();
    const [one, two] = await Promise.all([1, 2].map(() => at.provider.ensureInvoiceItem(input)));
    expect(two).toEqual(one);
    expect(await billed(draft, input)).toEqual({ draft: [100], next: [700] });
  });

  test("goes on the next invoice when the draft is finalized between the list of drafts and the request", async () => {
    const { draft, input } = await aDraft();
    const between = await finalizedOnTheWay(draft);
    const item = await between.provider.ensureInvoiceItem(input);
    await between.close();
    expect(between.seen).toEqual(["draft", "open"]);
    expect(await at.provider.ensureInvoiceItem(input)).toEqual(item);
    expect(await billed(draft, input)).toEqual({ draft: [100], next: [700] });
  });
});

describe("an item that is removed", () => {
  test("stays when its draft was finalized between the look and the removal, whatever the refusal says", async () => {
    const { draft, input } = await aDraft();
    const item = await at.provider.ensureInvoiceItem(input);
    const between = await through(async ({ method }) => {
      if (method === "DELETE") await finalize(draft);
      return method !== "DELETE";
    });
    expect(await between.provider.removeInvoiceItem(made(item))).toBe(false);
    await between.close();
    expect(await at.provider.hasInvoiceItem(made(item))).toBe(true);
  });

  test("is an error when it was refused and its draft is one still", async () => {
    const { input } = await aDraft();
    const item = await at.provider.ensureInvoiceItem(input);
    const refusing = await through(async ({ method }) => method !== "DELETE");
    await expect(refusing.provider.removeInvoiceItem(made(item))).rejects.toThrow();
    await refusing.close();
    expect(await at.provider.removeInvoiceItem(made(item))).toBe(true);
  });
});

describe("amounts for a subscription that has ended", () => {
  test("are no item of the subscription's, and what was pending of it is not invoiced", async () => {
    const input = await anEnded(async ({ customerId: customer, subscriptionId: subscription }) => {
      await at.stripe.invoiceItems.create({ customer, subscription, currency: "usd", amount: 100 });
    });
    const { customerId, subscriptionId, items } = input;
    const [item] = items;
    if (!item) throw new Error("There are two.");
    expect(await at.provider.ensureInvoiceItem({ ...item, customerId, subscriptionId })).toBe("ENDED");
    await at.provider.invoiceNow({ customerId, subscriptionId, idempotencyKey: name("invoice") });
    expect(await endedBy(input)).toEqual([]);
  });

  test("are one invoice, that is paid, wherever the call before ended", { tags: ["long"] }, async () => {
    for (let writes = 1; writes <= 5; writes++) {
      const input = await anEnded();
      const killed = await killedAfter(writes);
      await killed.provider.invoiceEnded(input).catch(() => undefined);
      await killed.close();
      expect(killed.seen()).toBe(writes);
      await Promise.all([1, 2].map(() => at.provider.invoiceEnded(input)));
      await at.provider.invoiceEnded(input);
      expect(await endedBy(input), `after ${writes} writes`).toEqual([["paid", [-200, 700]]]);
    }
  });

  test("move from where they were sent to before the end, under the same keys", async () => {
    const input = await anEnded(async ({ items, customerId, subscriptionId }) => {
      for (const item of items) await at.provider.ensureInvoiceItem({ ...item, customerId, subscriptionId });
    });
    await at.provider.invoiceEnded(input);
    expect(await endedBy(input)).toEqual([["paid", [-200, 700]]]);
    const { data } = await at.stripe.invoiceItems.list({ customer: input.customerId, pending: true });
    expect(data).toEqual([]);
  });

  test("are invoiced anew when a person deleted the draft, or issued it without them", {
    tags: ["long"],
  }, async () => {
    for (const [writes, decide] of [
      [2, (id: string) => at.stripe.invoices.del(id)],
      [2, (id: string) => finalize(id)],
      [1, (id: string) => finalize(id)],
    ] as const) {
      const input = await anEnded();
      const killed = await killedAfter(writes);
      await killed.provider.invoiceEnded(input).catch(() => undefined);
      await killed.close();
      const [draft] = (await at.stripe.invoices.list({ customer: input.customerId, status: "draft" })).data;
      await decide(draft?.id ?? "");
      await at.provider.invoiceEnded(input);
      await at.provider.invoiceEnded(input);
      const amounts = (await endedBy(input)).flatMap(([, lines]) => lines);
      expect(amounts).toEqual([-200, 700]);
    }
  });
});

/** Two amounts, for a subscription that was ended after this. */
async function anEnded(before: (input: EndedInvoice) => Promise<void> = async () => undefined) {
  const { started, customerId } = await at.aSubscription(2000n);
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = started;
  const amount = { currency: "USD", description: "Something", periodStart, periodEnd };
  const input: EndedInvoice = {
    key: name("ended"),
    customerId,
    subscriptionId: started.id,
    currency: "USD",
    items: [-200n, 700n].map((one) => ({ key: name("owed"), amount: one, ...amount })),
  };
  await before(input);
  await at.provider.cancelSubscription({ id: started.id, idempotencyKey: name("cancel") });
  return input;
}

/** The invoices for what was owed at the end: status and amounts, the oldest first. */
async function endedBy({ subscriptionId }: EndedInvoice) {
  const known = await at.provider.listInvoices({ subscriptionId, limit: 20 });
  return known
    .filter(({ reason, lines }) => reason === "manual" && lines.length > 0)
    .toReversed()
    .map(({ status, lines }): [string, number[]] => [
      status.toLowerCase(),
      lines.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
    ]);
}

/** The same account, reached through a server that dies after it has passed on so many requests that write. */
async function killedAfter(writes: number) {
  let seen = 0;
  const proxy = await through(async (request) => {
    if (request.method === "POST") seen++;
    return seen <= writes;
  });
  return { ...proxy, seen: () => Math.min(seen, writes) };
}

/** The same account, reached through a server that finalizes the draft before it passes on the first new item. */
async function finalizedOnTheWay(draft: string) {
  const seen: (string | null)[] = [];
  const proxy = await through(async ({ method, url }) => {
    if (method === "POST" && url === "/v1/invoiceitems") {
      seen.push((await at.stripe.invoices.retrieve(draft)).status);
      if (seen.length === 1) await finalize(draft);
    }
    return true;
  });
  return { ...proxy, seen };
}

/** The same account, reached through a server that looks at each request, and refuses what it does not let pass. */
async function through(mayPass: (request: IncomingMessage) => Promise<boolean>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "GET", url = "/" } = request;
    if (!(await mayPass(request))) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "invalid_request_error", message: "killed" } }));
      return;
    }
    const headers = new Headers();
    for (const header of ["authorization", "content-type", "idempotency-key", "stripe-version"]) {
      const value = request.headers[header];
      if (typeof value === "string") headers.set(header, value);
    }
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`${at.url}${url}`, { method, headers, ...body });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    provider: at.open(at.secretKey, { host: "127.0.0.1", port, protocol: "http" }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
