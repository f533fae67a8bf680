import type { z } from "zod";
import type { Prisma } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { toWireAmount } from "../../platform/money.ts";
import { notOurs } from "../../platform/page.ts";
import type {
  CardProvider,
  ProviderCustomer,
  ProviderPrice,
  ProviderSubscription,
} from "../../providers/port.ts";
import { getActivePack, getPlanPriceOrThrow, type PlanPriceWithPlan } from "../catalog/get-plan-price.ts";
import { nameCustomer } from "../customers/name-customer.ts";
import type { Scope } from "../scope.ts";
import { findLiveSubscriptions } from "../subscriptions/load-subscription.ts";
import { saveNewSubscription } from "../subscriptions/save-subscription.ts";
import { keepTrialUse, trialTraits } from "../subscriptions/trials.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { externalIdOf, isSamePrice, type Refusal, refusalOf } from "./rules.ts";
import type { ImportSubscriptions, SubscriptionImport } from "./schema.ts";

type Input = z.output<typeof ImportSubscriptions>;
type Result = z.output<typeof SubscriptionImport>;

interface Candidate {
  remote: ProviderSubscription;
  customer: ProviderCustomer;
  externalId: string;
  price: PlanPriceWithPlan;
}

/**
 * Takes over one part of the subscriptions that the card provider's account had before us, with their customers: nobody is
 * charged and no period changes. What is here already is left alone, so that it can be repeated. K5003 a price that was named
 * and is not there, K7xxx.
 */
export async function importSubscriptions(scope: Scope, input: Input): Promise<Result> {
  const provider = await cardProviderOf(scope);
  const page = await provider.listSubscriptionPage({ limit: input.limit, after: input.cursor ?? null });
  if (page === null) throw notOurs();
  const look = createLookUp(scope, provider, input);
  const imported: Result["imported"] = [];
  const skipped: Result["skipped"] = [];
  const unmapped = new Map<string, ProviderPrice & { subscriptions: number }>();
  for (const remote of page.data) {
    const found = await look(remote);
    const refusal = typeof found === "string" ? found : await conflictOf(scope, found);
    if (refusal !== null) {
      skipped.push({ provider_subscription_id: remote.id, reason: refusal });
      if (refusal === "price_not_mapped") await countPrice(provider, unmapped, remote);
      continue;
    }
    // Only a string is a refusal.
    const candidate = found as Candidate;
    imported.push({
      provider_subscription_id: remote.id,
      subscription_id: input.is_dry_run ? null : await takeOver(scope, provider, candidate),
      external_id: candidate.externalId,
      plan_price_id: candidate.price.id,
      status: remote.status,
    });
  }
  return {
    is_dry_run: input.is_dry_run,
    imported,
    skipped,
    unmapped_prices: [...unmapped.values()].map((price) => ({
      provider_price_id: price.id,
      product_name: price.productName,
      amount: price.amount === null ? null : toWireAmount(price.amount),
      currency: price.currency,
      interval: price.interval,
      subscriptions: price.subscriptions,
    })),
    next_cursor: page.hasMore ? (page.data.at(-1)?.id ?? null) : null,
  };
}

function createLookUp(scope: Scope, provider: CardProvider, input: Input) {
  const { tenantId, db } = scope;
  const wanted = new Map(input.prices.map((pair) => [pair.provider_price_id, pair.plan_price_id]));
  return async (remote: ProviderSubscription): Promise<Candidate | Refusal> => {
    const reference = { tenantId, provider: "PROVIDER_A", providerSubscriptionId: remote.id } as const;
    const known = await db.subscription.findUnique({
      where: { tenantId_provider_providerSubscriptionId: reference },
    });
    if (known) {
      // A crash may have come between our commit and the provider's.
      if (!input.is_dry_run && remote.subscriptionId === null)
        await provider.tagSubscription({ id: remote.id, tenantId, subscriptionId: known.id });
      return "already_here";
    }
    const refusal = remote.tenantId === null ? refusalOf(remote) : "already_here";
    if (refusal !== null) return refusal;
    const priceId = remote.items[0]?.priceId ?? "";
    const planPriceId =
      wanted.get(priceId) ?? (await referenceOf(scope, "PRICE", { providerId: priceId }))?.objectId;
    if (planPriceId === undefined) return "price_not_mapped";
    const price = await getPlanPriceOrThrow(scope, planPriceId);
    const theirs = await provider.readPrice(priceId);
    if (!theirs || !isSamePrice(price, theirs)) return "price_differs";
    const customer = await provider.readCustomer(remote.customerId);
    const externalId = customer && externalIdOf(customer, input.external_id);
    return customer && externalId ? { remote, customer, externalId, price } : "no_external_id";
  };
}

async function conflictOf(scope: Scope, { remote, externalId, price }: Candidate): Promise<Refusal | null> {
  const { tenantId, db } = scope;
  const customer = await db.customer.findUnique({ where: { tenantId_externalId: { tenantId, externalId } } });
  if (!customer) return null;
  const account = await referenceOf(scope, "CUSTOMER", { objectId: customer.id });
  if (account && account.providerId !== remote.customerId) return "customer_is_another";
  const live = await findLiveSubscriptions(db, scope, customer.id);
  return live.some(({ productId }) => productId === price.plan.productId) ? "customer_has_one" : null;
}

/** Customer, references and subscription in one transaction; then the provider is told our names for them. */
async function takeOver(
  scope: Scope,
  provider: CardProvider,
  { remote, customer, externalId, price }: Candidate,
) {
  const { tenantId, db, clock } = scope;
  const pack = await getActivePack(scope, price.planId);
  const subscriptionId = newId("subscription");
  await db.$transaction(async (tx) => {
    const email = customer.email ?? undefined;
    const named = await nameCustomer(tx, scope, { customer: externalId, email });
    const customerId = named.id;
    const base = { tenantId, provider: "PROVIDER_A", createdAt: clock.now() } as const;
    await tx.providerReference.createMany({
      data: [
        { ...base, kind: "CUSTOMER", objectId: customerId, providerId: remote.customerId },
        { ...base, kind: "PRICE", objectId: price.id, providerId: remote.items[0]?.priceId ?? "" },
      ],
      skipDuplicates: true,
    });
    const sale = { subscriptionId, customerId, price, packId: pack?.id ?? null, drivers: [] };
    const { id, productId } = await saveNewSubscription(tx, scope, sale, remote);
    if (remote.trialStart) await keepTrialUse(tx, scope, productId, id, trialTraits(named, null));
  });
  await provider.tagSubscription({ id: remote.id, tenantId, subscriptionId });
  return subscriptionId;
}

async function referenceOf(
  { tenantId, db }: Scope,
  kind: "PRICE" | "CUSTOMER",
  which: Prisma.ProviderReferenceWhereInput,
) {
  return db.providerReference.findFirst({ where: { tenantId, provider: "PROVIDER_A", kind, ...which } });
}

async function countPrice(
  provider: CardProvider,
  unmapped: Map<string, ProviderPrice & { subscriptions: number }>,
  remote: ProviderSubscription,
): Promise<void> {
  const id = remote.items[0]?.priceId ?? "";
  const price = unmapped.get(id) ?? (await provider.readPrice(id));
  if (price) unmapped.set(id, { subscriptions: 0, ...price });
  const counted = unmapped.get(id);
  if (counted) counted.subscriptions++;
}
