import type { Scope, Tx } from "../../../platform/scope.ts";
import { saveArchived, saveUpdated } from "../change-catalog.ts";
import { insertFeature } from "../features/create-feature.ts";
import { FEATURE } from "../features/feature-kind.ts";
import { getActivePack } from "../load-plan-price.ts";
import { insertDraft } from "../packs/create-pack.ts";
import { getPackOrThrow } from "../packs/load-pack.ts";
import { publishLocked } from "../packs/publish-pack.ts";
import { requirePriced } from "../packs/require-priced.ts";
import { insertPlan } from "../plans/create-plan.ts";
import { PLAN } from "../plans/plan-kind.ts";
import { insertPlanPrice } from "../prices/create-plan-price.ts";
import { PLAN_PRICE } from "../prices/plan-price-kind.ts";
import { insertProduct } from "../products/create-product.ts";
import { PRODUCT } from "../products/product-kind.ts";
import type { CopyItem } from "./compare-catalogs.ts";

type Of<Kind extends CopyItem["kind"]> = Extract<CopyItem, { kind: Kind }>;

/** The objects by their keys, those that were there and those that are made. */
interface Ids {
  products: Map<string, string>;
  plans: Map<string, string>;
}

/**
 * Lets no other copy or template into the tenant's catalog until the transaction ends, and locks all that is there against single
 * changes, in the order in which these lock: products, plans, features, prices.
 */
export async function lockCatalog(tx: Tx, { tenantId }: Scope): Promise<void> {
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended('usher catalog ' || ${tenantId}, 0))`;
  await tx.$queryRaw`select 1 from products where tenant_id = ${tenantId} order by id for no key update`;
  await tx.$queryRaw`select 1 from plans where tenant_id = ${tenantId} order by id for no key update`;
  await tx.$queryRaw`select 1 from features where tenant_id = ${tenantId} order by id for no key update`;
  await tx.$queryRaw`select 1 from plan_prices where tenant_id = ${tenantId} order by id for no key update`;
}

/**
 * Writes what compareCatalogs found NEW or CHANGED, each with its event and audit row, in a transaction that holds lockCatalog. A published
 * pack never changes: what it should grant becomes the next version, on sale at once with `publishes`, else a draft. An amount never
 * changes either: the price is archived, its subscriptions keep it, and the new one takes its place. Throws entitlement_invalid.
 */
export async function writeItems(
  tx: Tx,
  scope: Scope,
  items: CopyItem[],
  { publishes }: { publishes: boolean },
): Promise<void> {
  const ids: Ids = { products: new Map(), plans: new Map() };
  for (const item of items) {
    if (item.kind === "FEATURE") await writeFeature(tx, scope, item);
    if (item.kind === "PRODUCT") await writeProduct(tx, scope, item, ids);
    if (item.kind === "PLAN") await writePlan(tx, scope, item, ids);
    if (item.kind === "PRICE") await writePrice(tx, scope, item, ids);
    if (item.kind === "PACK") await writePack(tx, scope, item, ids, publishes);
  }
  for (const item of items) {
    if (item.kind === "PRODUCT") await chooseFreePlan(tx, scope, item, ids);
    if (item.kind === "PLAN") await chooseIncludedPlan(tx, scope, item, ids);
    if (item.kind === "PRICE" && item.change === "NEW") await requirePricedNow(tx, scope, item, ids);
  }
}

async function writeFeature(tx: Tx, scope: Scope, { change, wanted, kept }: Of<"FEATURE">): Promise<void> {
  if (change === "NEW" && wanted) await insertFeature(tx, scope, wanted);
  if (change !== "CHANGED" || !wanted || !kept) return;
  const { name, description, unit_label: unitLabel, position, translations } = wanted;
  const before = await FEATURE.lock(tx, scope, kept.id);
  await saveUpdated(tx, scope, FEATURE, before, {
    name,
    description,
    unitLabel,
    position,
    translations,
  });
}

async function writeProduct(tx: Tx, scope: Scope, item: Of<"PRODUCT">, { products }: Ids): Promise<void> {
  const { change, wanted, kept, product } = item;
  if (kept) products.set(product, kept.id);
  if (change === "NEW" && wanted) products.set(product, (await insertProduct(tx, scope, wanted)).id);
  const isReworded = item.changes.some(({ field }) => field !== "free_plan");
  if (change !== "CHANGED" || !wanted || !kept || !isReworded) return;
  const { name, description, position, translations } = wanted;
  const before = await PRODUCT.lock(tx, scope, kept.id);
  await saveUpdated(tx, scope, PRODUCT, before, { name, description, position, translations });
}

async function writePlan(tx: Tx, scope: Scope, item: Of<"PLAN">, { products, plans }: Ids): Promise<void> {
  const { change, wanted, kept, key } = item;
  if (kept) plans.set(key, kept.id);
  if (change === "NEW" && wanted)
    plans.set(key, (await insertPlan(tx, scope, idOf(products, item.product), wanted)).id);
  const isReworded = item.changes.some(({ field }) => field !== "included_plan");
  if (change !== "CHANGED" || !wanted || !kept || !isReworded) return;
  const { name, description, position, is_public: isPublic } = wanted;
  const { is_highlighted: isHighlighted, contact_url: contactUrl, translations } = wanted;
  const before = await PLAN.lock(tx, scope, kept.id);
  await saveUpdated(tx, scope, PLAN, before, {
    name,
    description,
    position,
    isPublic,
    isHighlighted,
    contactUrl,
    translations,
  });
}

async function writePrice(tx: Tx, scope: Scope, item: Of<"PRICE">, { plans }: Ids): Promise<void> {
  const { change, wanted, kept } = item;
  if (!wanted || (change !== "NEW" && change !== "CHANGED")) return;
  const before = kept && (await PLAN_PRICE.lock(tx, scope, kept.id));
  if (before && kept?.content.amount === wanted.amount) {
    const { price_label_name: labelName, trial_days: trialDays, trial_needs_card: trialNeedsCard } = wanted;
    await saveUpdated(tx, scope, PLAN_PRICE, before, { labelName, trialDays, trialNeedsCard });
    return;
  }
  if (before) await saveArchived(tx, scope, PLAN_PRICE, before);
  await insertPlanPrice(tx, scope, idOf(plans, `${item.product}/${item.plan}`), wanted);
}

async function writePack(
  tx: Tx,
  scope: Scope,
  { change, key, wanted, kept }: Of<"PACK">,
  { plans }: Ids,
  publishes: boolean,
): Promise<void> {
  if (!wanted || (change !== "NEW" && change !== "CHANGED")) return;
  // A draft that says the same was left by an earlier copy, or written by hand.
  const known = kept?.drafts.find((draft) => JSON.stringify(draft.entitlements) === JSON.stringify(wanted));
  const keptEntitlements = kept?.active?.entitlements ?? [];
  const draftId = known?.id ?? (await insertDraft(tx, scope, idOf(plans, key), wanted, keptEntitlements)).id;
  if (publishes) await publishLocked(tx, scope, await getPackOrThrow(tx, scope, draftId));
}

async function chooseFreePlan(tx: Tx, scope: Scope, item: Of<"PRODUCT">, ids: Ids): Promise<void> {
  const { change, changes, product, freePlan } = item;
  const isChanged = changes.some(({ field, before, after }) => field === "free_plan" && before !== after);
  if ((change !== "NEW" && change !== "CHANGED") || !isChanged) return;
  const freePlanId = freePlan === null ? null : idOf(ids.plans, `${product}/${freePlan}`);
  const before = await PRODUCT.lock(tx, scope, idOf(ids.products, product));
  if (before.freePlanId !== freePlanId) await saveUpdated(tx, scope, PRODUCT, before, { freePlanId });
}

async function chooseIncludedPlan(tx: Tx, scope: Scope, item: Of<"PLAN">, { plans }: Ids): Promise<void> {
  const { change, changes, key, product, includes } = item;
  const isChanged = changes.some(({ field }) => field === "included_plan");
  if ((change !== "NEW" && change !== "CHANGED") || !isChanged) return;
  const includesPlanId = includes === null ? null : idOf(plans, `${product}/${includes}`);
  const before = await PLAN.lock(tx, scope, idOf(plans, key));
  if (before.includesPlanId !== includesPlanId)
    await saveUpdated(tx, scope, PLAN, before, { includesPlanId });
}

/** Publishing checks all prices; a new price beside a version that stays on sale is checked here. */
async function requirePricedNow(tx: Tx, scope: Scope, item: Of<"PRICE">, { plans }: Ids): Promise<void> {
  const { wanted, product, plan } = item;
  const active = wanted && (await getActivePack(tx, scope, idOf(plans, `${product}/${plan}`)));
  if (active) requirePriced(active, wanted);
}

function idOf(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} was not written before its parts.`);
  return id;
}
