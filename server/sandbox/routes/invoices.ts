import type Stripe from "stripe";
import { z } from "zod";
import { collect } from "../billing.ts";
import { invalid, missing } from "../wire/failure.ts";
import { paging, read, Text } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";

function listInvoices(call: Call) {
  const status = z.enum(["draft", "open", "paid", "uncollectible", "void"]);
  const shape = {
    ...paging,
    customer: Text.optional(),
    subscription: Text.optional(),
    status: status.optional(),
  };
  const { customer, subscription, status: wanted, ...page } = read(shape, call.params);
  const where = { ...(customer && { customer }), ...(wanted && { status: wanted }) };
  if (subscription === undefined)
    return call.store.list<Stripe.Invoice>("invoice", "/v1/invoices", { ...page, where });
  return bySubscription(call, subscription, page.limit ?? 10);
}

async function bySubscription(call: Call, subscription: string, limit: number) {
  const sql = `select body from stripe_sandbox.objects where account = $1 and kind = 'invoice'
    and body #>> '{parent,subscription_details,subscription}' = $2 order by seq desc limit $3`;
  const { rows } = await call.store.client.query<{ body: Stripe.Invoice }>(sql, [
    call.store.account,
    subscription,
    limit + 1,
  ]);
  const data = rows.slice(0, limit).map(({ body }) => body);
  return { object: "list", url: "/v1/invoices", has_more: rows.length > limit, data };
}

async function pay(call: Call): Promise<Stripe.Invoice> {
  read({ payment_method: Text.optional() }, call.params);
  const { store } = call;
  const invoice = await store.get<Stripe.Invoice>("invoice", idOf(call), "invoice");
  if (invoice.status !== "open")
    throw invalid(`Invoice is ${invoice.status} and cannot be paid.`, { code: "invoice_not_editable" });
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = await store.get<Stripe.Subscription>(
    "subscription",
    typeof id === "string" ? id : "",
    "subscription",
  );
  const paid = await collect(store, subscription, invoice);
  return paid;
}

async function retrieveIntent(call: Call): Promise<Stripe.PaymentIntent> {
  const { client_secret: secret } = read({ client_secret: Text.optional() }, call.params);
  const intent = await call.store.get<Stripe.PaymentIntent>("payment_intent", idOf(call), "intent");
  if (!call.isSecret && intent.client_secret !== secret) throw missing("payment_intent", intent.id, "intent");
  return intent;
}

export const invoiceRoutes: Route[] = [
  { method: "GET", path: "/v1/invoices", handle: listInvoices },
  {
    method: "GET",
    path: "/v1/invoices/:id",
    handle: (call) => call.store.get<Stripe.Invoice>("invoice", idOf(call), "invoice"),
  },
  { method: "POST", path: "/v1/invoices/:id/pay", handle: pay },
  { method: "GET", path: "/v1/payment_intents/:id", isPublic: true, handle: retrieveIntent },
];
