import { ApiError } from "../../errors/api-error.ts";
import type { Customer } from "../../platform/database/client/client.ts";
import { BY_CARD } from "../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../providers/port.ts";
import type { Lost } from "../tenants/provider/make-missing-anew.ts";
import { findReferences, keepProviderId } from "../tenants/provider/provider-references.ts";
import { noteDetails } from "./send-details.ts";
import { syncTaxIds } from "./sync-tax-ids.ts";
import { takeAllLeft } from "./take-left-balance.ts";
import { areSameTaxIds, storedTaxIds } from "./tax-ids.ts";
import { readTaxIds } from "./view-customer.ts";

// A customer of the card provider's has live subscriptions in one currency only ("You can't have two active subscriptions with
// different currencies", https://docs.stripe.com/invoicing/multi-currency-customers). So one of our customers has one there for each
// currency in which something is sold to them. The first one may have none yet, where a card was saved before a sale.

/** One of the provider's customers that stand for ours. */
export interface CustomerAtProvider {
  /** The provider's id. */
  id: string;
  /** What is sold through it; null: nothing yet. */
  currency: string | null;
}

/** The provider that was opened: its customers are of its environment. */
type Opened = Pick<CardProvider, "environment">;

/** A reference's currency while nothing is sold through it. */
const NONE = "";

/** The provider's customers that stand for ours, the first one first. */
export async function listProviderCustomers(
  tx: Tx,
  scope: Scope,
  customerId: string,
  opened: Opened = {},
): Promise<CustomerAtProvider[]> {
  const references = await findReferences(tx, scope, "CUSTOMER", { objectId: customerId }, opened);
  return references
    .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.currency < b.currency ? -1 : 1))
    .map(({ providerId: id, currency }) => ({ id, currency: currency === NONE ? null : currency }));
}

/**
 * The one that is meant where no currency is named: through which the oldest live subscription is paid, else the first one. null
 * while there is none.
 */
export async function findUsualCustomer(
  scope: Scope,
  customerId: string,
  opened: Opened = {},
): Promise<CustomerAtProvider | null> {
  const { tenantId, db } = scope;
  const known = await listProviderCustomers(db, scope, customerId, opened);
  if (known.length < 2) return known[0] ?? null;
  const providerCustomerId = { in: known.map(({ id }) => id) };
  const paying = await db.subscription.findFirst({
    where: { tenantId, customerId, status: { not: "CANCELED" }, provider: BY_CARD, providerCustomerId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { providerCustomerId: true },
  });
  return known.find(({ id }) => id === paying?.providerCustomerId) ?? known[0] ?? null;
}

/** The one through which something in a currency would be sold, where it is there already. */
export async function findProviderCustomer(
  scope: Scope,
  customerId: string,
  currency: string,
): Promise<CustomerAtProvider | null> {
  const known = await listProviderCustomers(scope.db, scope, customerId);
  return known.find((one) => one.currency === currency) ?? known.find((one) => one.currency === null) ?? null;
}

interface Wanted {
  /** What is to be sold; null: nothing yet, as for a card that is saved. */
  currency: string | null;
  /** The ids that the provider does not know any more (makeMissingAnew). */
  lost?: Lost;
  /** Whether the caller sends the customer's tax ids itself. */
  sendsTaxIds?: boolean;
}

/**
 * Each lost race is won by another call, after which the next round finds what that one made: a customer with no currency is taken
 * by one currency, and all others make their own.
 */
const ROUNDS = 5;

/**
 * The provider's customer for ours and a currency; created the first time it is needed. The idempotency key is our row's id, with the
 * currency for all but the first, so that concurrent calls, and a retry after a crash, create one. Which currency the first one has is
 * decided by one row: of two sales at once in two currencies, one takes it and the other creates its own. It has our tax ids when it is
 * returned, and for a sale no balance that was settled while another account was used. Throws customer_not_found,
 * card_provider_account_replaced or tax_id_invalid.
 */
export async function ensureProviderCustomer(
  scope: Scope,
  provider: CardProvider,
  customer: Customer,
  { currency, lost, sendsTaxIds = false }: Wanted,
): Promise<string> {
  if (customer.erasedAt) throw new ApiError("customer_not_found");
  for (let round = 1; round <= ROUNDS; round++) {
    const known = await listProviderCustomers(scope.db, scope, customer.id, provider);
    const found =
      currency === null
        ? await findUsualCustomer(scope, customer.id, provider)
        : known.find((one) => one.currency === currency);
    if (found) {
      if (!sendsTaxIds) await ensureTaxIds(scope, provider, customer.id, found);
      if (currency !== null)
        await takeAllLeft(scope, provider, {
          customerId: customer.id,
          currency,
          providerCustomerId: found.id,
        });
      return found.id;
    }
    const free = known.find((one) => one.currency === null);
    if (
      free &&
      currency !== null &&
      (await takeFree(scope, provider, customer.id, { known, free, currency }))
    )
      continue;
    await create(scope, provider, customer, { currency, first: known[0]?.id ?? null, lost });
  }
  throw new Error(`No customer of the card provider's stands for ${customer.id}, though several were made.`);
}

/**
 * Gives the provider's customer without a currency the one of a sale, or the one that it turns out to have there, from before currencies
 * were stored. false: it has one in which another stands for ours already, and is of no use.
 */
async function takeFree(
  scope: Scope,
  provider: CardProvider,
  objectId: string,
  { known, free, currency }: { known: CustomerAtProvider[]; free: CustomerAtProvider; currency: string },
): Promise<boolean> {
  const there = (await provider.readCustomer(free.id))?.currency ?? currency;
  if (known.some((one) => one.currency === there)) return false;
  await setCurrency(scope.db, scope, { objectId, providerId: free.id, from: NONE, to: there });
  return true;
}

async function setCurrency(
  tx: Tx,
  { tenantId }: Scope,
  { objectId, providerId, from, to }: { objectId: string; providerId: string; from: string; to: string },
): Promise<void> {
  const of = { tenantId, provider: BY_CARD, kind: "CUSTOMER", objectId, providerId } as const;
  await tx.providerReference.updateMany({ where: { ...of, currency: from }, data: { currency: to } });
}

async function create(
  scope: Scope,
  provider: CardProvider,
  customer: Customer,
  { currency, first, lost }: Wanted & { first: string | null; lost: Lost | undefined },
): Promise<void> {
  const { tenantId, db } = scope;
  const clock =
    customer.testClockId === null
      ? null
      : await db.testClock.findUnique({ where: { tenantId_id: { tenantId, id: customer.testClockId } } });
  const own = first === null ? null : currency;
  const made = await provider.createCustomer({
    // A customer on a test clock gets a new customer at the provider afterwards, and so does one who was deleted there.
    idempotencyKey: [customer.id, own, customer.testClockId, lost?.get(customer.id)]
      .filter(Boolean)
      .join(":"),
    tenantId,
    customerId: customer.id,
    currency: own,
    externalId: customer.externalId,
    email: customer.email,
    name: customer.name,
    testClockId: clock?.providerClockId ?? null,
  });
  if (first !== null) await copyAddress(provider, { from: first, to: made.id });
  await db.$transaction(async (tx) => {
    // A sync of the tax ids that ends meanwhile sees this one, or this one sees what it stored: sync-tax-ids.ts.
    await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${customer.id} for no key update`;
    const reference = { kind: "CUSTOMER", objectId: customer.id, providerId: made.id } as const;
    // The first one is new there. Before a further one is used, the others are read: people enter tax ids on the provider's pages.
    const taxIds = first === null ? [] : null;
    await keepProviderId(tx, scope, { ...reference, currency: currency ?? NONE, taxIds }, provider);
    // An address or name that was changed while it was made.
    const now = await tx.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: customer.id } },
    });
    await noteDetails(tx, scope, customer.id, [customer, now]);
  });
}

/** Gives a further customer of the provider's the address of the first one, which the customer may have entered there. */
async function copyAddress(
  provider: CardProvider,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const address = (await provider.readTaxDetails(from))?.address;
  if (address) await provider.updateCustomer(to, { address });
}

/** Sends our tax ids to a customer of the provider's that was made since they were set, or was never read. */
async function ensureTaxIds(
  scope: Scope,
  provider: CardProvider,
  customerId: string,
  { id }: CustomerAtProvider,
): Promise<void> {
  const { tenantId, db } = scope;
  const [reference] = await findReferences(db, scope, "CUSTOMER", { providerId: id }, provider);
  const row = await db.customer.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: customerId } } });
  const known = storedTaxIds(reference?.taxIds ?? null);
  if (known === null || !areSameTaxIds(known, readTaxIds(row))) await syncTaxIds(scope, provider, customerId);
}

/**
 * Stores that a customer whom the provider has already stands for ours in a currency. One that stood for ours in another currency
 * changes to this one, as it does at the provider when the subscriptions of the former have ended. The first one that was stored stays.
 */
export async function keepProviderCustomer(
  tx: Tx,
  scope: Scope,
  { customerId: objectId, currency, id: providerId }: { customerId: string; currency: string; id: string },
): Promise<void> {
  const references = await findReferences(tx, scope, "CUSTOMER", { objectId });
  if (references.some((one) => one.currency === currency)) return;
  const known = references.find((one) => one.providerId === providerId);
  if (known) await setCurrency(tx, scope, { objectId, providerId, from: known.currency, to: currency });
  else await keepProviderId(tx, scope, { kind: "CUSTOMER", objectId, currency, providerId });
}

/** The subscription of ours at the provider, whichever of the customer's it is paid through; null: it is not there. K7xxx. */
export async function findAtProvider(
  scope: Scope,
  provider: CardProvider,
  { customerId, subscriptionId }: { customerId: string; subscriptionId: string },
): Promise<ProviderSubscription | null> {
  for (const { id } of await listProviderCustomers(scope.db, scope, customerId)) {
    const found = await provider.findSubscription({ customerId: id, subscriptionId });
    if (found) return found;
  }
  return null;
}
