import type Stripe from "stripe";
import { changeBalance } from "../billing/balance.ts";
import { missing } from "../wire/failure.ts";
import { Currency, Int, Metadata, pagingByDate, parametersOf, Text, Unsettable } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

type Transaction = Stripe.CustomerBalanceTransaction;

const KIND = "customer_balance_transaction";
const PATH = "/v1/customers/:id/balance_transactions";

function customerOf(call: Call): Promise<Stripe.Customer> {
  return call.store.get<Stripe.Customer>("customer", idOf(call));
}

/** Credits a customer (negative) or debits them: https://docs.stripe.com/billing/customer/balance. */
async function create(call: Call): Promise<Transaction> {
  const shape = parametersOf<Stripe.CustomerCreateBalanceTransactionParams>()({
    amount: Int,
    currency: Currency,
    description: Unsettable.optional(),
    metadata: Metadata.optional(),
  });
  const { amount, currency, description, metadata } = read(shape, call.params);
  const customer = await customerOf(call);
  return changeBalance(call.store, customer, {
    amount,
    currency,
    description,
    type: "adjustment",
    metadata: mergeMetadata(null, metadata),
  });
}

/** One of the customer's own; another's is not found. */
async function load(call: Call): Promise<Transaction> {
  const [customer, id = ""] = call.ids;
  await customerOf(call);
  const found = await call.store.get<Transaction>(KIND, id);
  if (found.customer !== customer) throw missing(KIND, id);
  return found;
}

/** What it says about itself alone: SDK, CustomerBalanceTransactions, CustomerUpdateBalanceTransactionParams. No event is named for it. */
async function update(call: Call): Promise<Transaction> {
  const shape = parametersOf<Stripe.CustomerUpdateBalanceTransactionParams>()({
    description: Unsettable.optional(),
    metadata: Metadata.optional(),
  });
  const { description, metadata } = read(shape, call.params);
  const before = await load(call);
  return call.store.put<Transaction>({
    ...before,
    description: description === undefined ? before.description : description || null,
    metadata: mergeMetadata(before.metadata, metadata),
  });
}

async function retrieve(call: Call): Promise<Transaction> {
  read({}, call.params);
  return load(call);
}

async function list(call: Call) {
  const shape = parametersOf<Stripe.CustomerListBalanceTransactionsParams>()({
    ...pagingByDate,
    invoice: Text.optional(),
  });
  const { invoice, ...page } = read(shape, call.params);
  const { id: customer } = await customerOf(call);
  const where = { customer, ...(invoice !== undefined && { invoice }) };
  return call.store.list<Transaction>(KIND, `/v1/customers/${customer}/balance_transactions`, {
    ...page,
    where,
  });
}

export const balanceTransactionRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: list },
  { method: "GET", path: `${PATH}/:transaction`, handle: retrieve },
  { method: "POST", path: `${PATH}/:transaction`, handle: update },
];
