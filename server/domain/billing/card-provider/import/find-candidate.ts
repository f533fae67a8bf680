import { isIdOf } from "../../../../platform/ids.ts";
import { EmailInput, Identifier } from "../../../../platform/schema/common.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type {
  CardProvider,
  ProviderCustomer,
  ProviderSubscription,
  TaxBehavior,
} from "../../../../providers/port.ts";
import {
  getActivePack,
  getPlanPriceOrThrow,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import { listProviderCustomers } from "../../../customers/provider-customer.ts";
import { findObjectId, presentEnvironment } from "../../../tenants/provider/provider-references.ts";
import type { StoredPlan } from "../../subscriptions/change/stored-plan.ts";
import { parsePriceKey } from "../../subscriptions/sync/provider-prices.ts";
import { findLiveSubscriptions } from "../../terms/load-subscription.ts";
import type { Claims } from "./claims.ts";
import type { Refusal } from "./import-subscriptions-schema.ts";
import { type ExternalIdRule, externalIdOf, isSamePrice, refusalOfImport } from "./rules.ts";

/** A subscription that can be imported, with everything that is stored of it. */
export interface Candidate {
  remote: ProviderSubscription;
  externalId: string;
  email: string | undefined;
  /** The provider's address that cannot be used; null when it can, or when there is none. */
  unusableEmail: string | null;
  price: PlanPriceWithPlan;
  /** What its price says of taxes. */
  taxBehavior: TaxBehavior | null;
  /** The change that its schedule brings; null without one. */
  coming: { at: Date; plan: StoredPlan } | null;
}

export interface CandidateSearch {
  provider: CardProvider;
  /** The provider's prices that were mapped by the request, to ours. */
  wanted: Map<string, string>;
  rule: ExternalIdRule;
  claims: Claims;
}

/** What would be imported of one subscription, or why nothing; used by dry run and import. K7xxx. */
export async function findCandidate(
  scope: Scope,
  search: CandidateSearch,
  remote: ProviderSubscription,
): Promise<Candidate | Refusal> {
  const refusal = await ownerOf(scope, remote);
  if (refusal !== null) return refusal;
  const sold = await priceOf(scope, search, remote.items[0]?.priceId ?? "");
  if (typeof sold === "string") return sold;
  const { price, taxBehavior } = sold;
  const coming = await comingChange(scope, search, remote, price);
  if (coming === "schedule") return coming;
  const customer = await search.provider.readCustomer(remote.customerId);
  const person = customer ? await personOf(scope, search, customer) : "no_external_id";
  if (typeof person === "string") return person;
  const conflict = await conflictOf(scope, search, remote, person.externalId, price);
  return conflict ?? { remote, ...person, price, taxBehavior, coming };
}

async function ownerOf(scope: Scope, remote: ProviderSubscription): Promise<Refusal | null> {
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: BY_CARD, providerSubscriptionId: remote.id } as const;
  const known = await db.subscription.findUnique({
    where: { tenantId_provider_providerSubscriptionId: reference },
    select: { id: true },
  });
  if (known) return "already_here";
  if (remote.tenantId === tenantId) return "made_here";
  return remote.tenantId === null ? refusalOfImport(remote) : "other_installation";
}

async function priceOf(
  scope: Scope,
  { provider, wanted }: CandidateSearch,
  priceId: string,
): Promise<{ price: PlanPriceWithPlan; taxBehavior: TaxBehavior | null } | Refusal> {
  const planPriceId = wanted.get(priceId) ?? (await knownPrice(scope, priceId));
  if (planPriceId === undefined) return "price_not_mapped";
  const price = await getPlanPriceOrThrow(scope, planPriceId);
  const theirs = await provider.readPrice(priceId);
  if (!theirs || !isSamePrice(price, theirs)) return "price_differs";
  return { price, taxBehavior: theirs.taxBehavior };
}

async function knownPrice(scope: Scope, providerId: string): Promise<string | undefined> {
  const { tenantId, db } = scope;
  const environment = (await presentEnvironment(db, scope)) ?? "";
  const of = { tenantId, provider: BY_CARD, environment, providerId } as const;
  const [own, alias] = await Promise.all([
    findObjectId(db, scope, "PRICE", providerId),
    db.providerPriceAlias.findUnique({ where: { tenantId_provider_environment_providerId: of } }),
  ]);
  return own === null ? alias?.planPriceId : parsePriceKey(own).key;
}

/** One scheduled change to a price of ours can be imported; a subscription without a schedule has none. */
async function comingChange(
  scope: Scope,
  search: CandidateSearch,
  remote: ProviderSubscription,
  now: PlanPriceWithPlan,
): Promise<Candidate["coming"] | "schedule"> {
  if (remote.scheduleId === null) return null;
  const schedule = await search.provider.readSchedule(remote.scheduleId);
  if (!schedule || schedule.endsSubscription) return "schedule";
  const [next, ...others] = schedule.coming;
  if (!next) return null;
  const [item, ...more] = next.items;
  if (others.length > 0 || !item || more.length > 0 || item.quantity !== 1) return "schedule";
  const sold = await priceOf(scope, search, item.priceId);
  if (typeof sold === "string") return "schedule";
  const { price } = sold;
  if (price.plan.productId !== now.plan.productId) return "schedule";
  if (price.id === now.id) return null;
  const pack = await getActivePack(scope.db, scope, price.planId);
  if (!pack) return "schedule";
  const plan = { planPriceId: price.id, planId: price.planId, packId: pack.id, drivers: [] };
  return { at: next.startsAt, plan };
}

/** The subscription's customer: ours for the provider's where there is one already, else the one that the rule names. */
async function personOf(
  scope: Scope,
  { rule }: CandidateSearch,
  customer: ProviderCustomer,
): Promise<Pick<Candidate, "externalId" | "email" | "unusableEmail"> | Refusal> {
  // A paying customer is never left behind for an address.
  const email = EmailInput.safeParse(customer.email ?? "").data;
  const unusableEmail = email === undefined ? customer.email || null : null;
  const id = await findObjectId(scope.db, scope, "CUSTOMER", customer.id);
  const ours = id !== null && { tenantId: scope.tenantId, id };
  const known = ours ? await scope.db.customer.findUnique({ where: { tenantId_id: ours } }) : null;
  const externalId = known?.externalId ?? externalIdOf(customer, rule);
  if (externalId === null) return "no_external_id";
  const isValid = Identifier.safeParse(externalId).success && !isIdOf("customer", externalId);
  return isValid ? { externalId, email, unusableEmail } : "external_id_invalid";
}

async function conflictOf(
  scope: Scope,
  { claims }: CandidateSearch,
  { id, customerId }: ProviderSubscription,
  externalId: string,
  { currency, plan: { productId } }: PlanPriceWithPlan,
): Promise<Refusal | null> {
  const { tenantId, db } = scope;
  // A page that is requested again finds its own claims.
  const taken = (await claims.of(externalId)).filter((claim) => claim.providerSubscriptionId !== id);
  if (taken.some((one) => one.currency === currency && one.providerCustomerId !== customerId))
    return "customer_is_another";
  if (taken.some((claim) => claim.productId === productId)) return "customer_has_one";
  const customer = await db.customer.findUnique({ where: { tenantId_externalId: { tenantId, externalId } } });
  if (!customer) return null;
  if (customer.erasedAt !== null) return "customer_erased";
  // A person whom the provider has twice, because they pay in two currencies, is one customer here.
  const known = (await listProviderCustomers(db, scope, customer.id)).find(
    (one) => one.currency === currency,
  );
  if (known && known.id !== customerId) return "customer_is_another";
  const live = await findLiveSubscriptions(db, scope, customer.id);
  return live.some((one) => one.productId === productId) ? "customer_has_one" : null;
}
