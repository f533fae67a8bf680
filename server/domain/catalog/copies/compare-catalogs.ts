import { ApiError } from "../../../errors/api-error.ts";
import type { FeatureContent, PlanContent, PriceContent, ProductContent } from "../object-content.ts";
import { unpricedRule } from "../packs/require-priced.ts";
import { compareEntitlements, fieldChanges } from "../packs/rules.ts";
import type { EntitlementInput } from "../packs/schema.ts";
import { requirePriceSold } from "../prices/create-plan-price.ts";
import type {
  CatalogContents,
  KeptCatalog,
  KeptPlan,
  KeptProduct,
  PlanContents,
  ProductContents,
} from "./load-catalog.ts";

type Change = "NEW" | "CHANGED" | "UNCHANGED" | "CONFLICT" | "ONLY_HERE";

/** One field that differs; of a pack, with the feature whose entitlement it is of, whole where the field is `entitlement`. */
interface FieldChange {
  feature_key: string | null;
  field: string;
  before: unknown;
  after: unknown;
}

interface Compared {
  change: Change;
  /** Names the object within its kind: slugs, or a feature's key. */
  key: string;
  name: string;
  changes: FieldChange[];
  /** Of a conflict: why the object cannot be copied, and what to do. */
  reason: string | null;
}

/** What copying would do to one object. `kept` is the object in the catalog that is written to. */
export type CopyItem = Compared &
  (
    | { kind: "FEATURE"; wanted: FeatureContent | null; kept: KeptCatalog["features"][number] | null }
    | {
        kind: "PRODUCT";
        product: string;
        wanted: ProductContent | null;
        freePlan: string | null;
        kept: KeptProduct | null;
      }
    | {
        kind: "PLAN";
        product: string;
        plan: string;
        wanted: PlanContent | null;
        includes: string | null;
        kept: KeptPlan | null;
      }
    | {
        kind: "PRICE";
        product: string;
        plan: string;
        wanted: PriceContent | null;
        kept: KeptPlan["prices"][number] | null;
      }
    | {
        kind: "PACK";
        product: string;
        plan: string;
        wanted: EntitlementInput[] | null;
        kept: Pick<KeptPlan, "active" | "drafts"> | null;
      }
  );

/**
 * What copying `contents` to a catalog would do, object by object, in the order in which they can be written: features, then each
 * product with its plans, their prices and packs. It takes nothing away: what only the catalog has stays as it is.
 */
export function compareCatalogs(contents: CatalogContents, kept: KeptCatalog): CopyItem[] {
  return [
    ...compareFeatures(contents, kept),
    ...contents.products.flatMap((wanted) => {
      const there = kept.products.find(({ content }) => content.slug === wanted.product.slug) ?? null;
      return compareProduct(wanted, there, { contents, kept });
    }),
    ...kept.products
      .filter(
        ({ content, isArchived }) =>
          !isArchived && !contents.products.some(({ product }) => product.slug === content.slug),
      )
      .map((there) => onlyHere("PRODUCT", there)),
  ];
}

function compareFeatures(contents: CatalogContents, kept: KeptCatalog): CopyItem[] {
  const known = new Map(kept.features.map((feature) => [feature.content.key, feature]));
  const wanted = new Set(contents.features.map(({ key }) => key));
  return [
    ...contents.features.map((feature): CopyItem => {
      const there = known.get(feature.key) ?? null;
      const reason = there && featureConflict(feature, there);
      return {
        kind: "FEATURE",
        key: feature.key,
        name: feature.name,
        wanted: feature,
        kept: there,
        ...outcome(there?.content ?? null, feature, reason),
      };
    }),
    ...kept.features
      .filter(({ content, isArchived }) => !isArchived && !wanted.has(content.key))
      .map(
        (there): CopyItem => ({
          kind: "FEATURE",
          key: there.content.key,
          name: there.content.name,
          wanted: null,
          kept: there,
          ...ONLY_HERE,
        }),
      ),
  ];
}

const ONLY_HERE: Pick<Compared, "change" | "changes" | "reason"> = {
  change: "ONLY_HERE",
  changes: [],
  reason: null,
};

function onlyHere(kind: "PRODUCT", there: KeptProduct): CopyItem {
  const { slug, name } = there.content;
  return {
    kind,
    key: slug,
    name,
    product: slug,
    wanted: null,
    freePlan: there.freePlan,
    kept: there,
    ...ONLY_HERE,
  };
}

function featureConflict(wanted: FeatureContent, there: KeptCatalog["features"][number]): string | null {
  const { type, value_type: valueType } = there.content;
  if (there.isArchived)
    return `A feature with the key ${wanted.key} is archived here, and its key stays taken. Give the feature another key where you copy from.`;
  if (type !== wanted.type || valueType !== wanted.value_type)
    return `The feature ${wanted.key} is of another type here, and a type never changes. Give the feature another key where you copy from.`;
  return null;
}

interface Both {
  contents: CatalogContents;
  kept: KeptCatalog;
}

function compareProduct(wanted: ProductContents, there: KeptProduct | null, both: Both): CopyItem[] {
  const { slug, name } = wanted.product;
  const before = there && { ...there.content, free_plan: there.freePlan };
  const after = { ...wanted.product, free_plan: wanted.freePlan };
  const reason = there?.isArchived
    ? `A product with the slug ${slug} is archived here, and its slug stays taken. Archive the product where you copy from, or create it there under another slug.`
    : null;
  const freePlan = wanted.freePlan;
  const item: CopyItem = {
    kind: "PRODUCT",
    key: slug,
    name,
    product: slug,
    wanted: wanted.product,
    freePlan,
    kept: there,
    ...outcome(before, after, reason),
  };
  const plans = wanted.plans.flatMap((plan) => {
    const keptPlan = there?.plans.find(({ content }) => content.slug === plan.plan.slug) ?? null;
    return comparePlan(slug, plan, keptPlan, both);
  });
  const others = (there?.plans ?? [])
    .filter(
      ({ content, isArchived }) =>
        !isArchived && !wanted.plans.some(({ plan }) => plan.slug === content.slug),
    )
    .map(
      (plan): CopyItem => ({
        kind: "PLAN",
        key: `${slug}/${plan.content.slug}`,
        name: plan.content.name,
        product: slug,
        plan: plan.content.slug,
        wanted: null,
        includes: plan.includes,
        kept: plan,
        ...ONLY_HERE,
      }),
    );
  return [item, ...plans, ...others];
}

function comparePlan(product: string, wanted: PlanContents, there: KeptPlan | null, both: Both): CopyItem[] {
  const { slug, name } = wanted.plan;
  const reason = there?.isArchived
    ? `A plan with the slug ${slug} is archived here, and its slug stays taken. Archive the plan where you copy from, or create it there under another slug.`
    : null;
  const key = `${product}/${slug}`;
  const before = there && { ...there.content, included_plan: there.includes };
  const after = { ...wanted.plan, included_plan: wanted.includes };
  const item: CopyItem = {
    kind: "PLAN",
    key,
    name,
    product,
    plan: slug,
    wanted: wanted.plan,
    includes: wanted.includes,
    kept: there,
    ...outcome(before, after, reason),
  };
  const prices = comparePrices(product, wanted, there);
  return [item, ...prices, ...comparePack(product, wanted, there, both)];
}

/** Names a price within its plan; two on sale never have the same. */
const priceKey = ({ currency, interval, price_label_slug: label }: PriceContent) =>
  `${currency}/${interval}/${label}`;

function comparePrices(product: string, wanted: PlanContents, there: KeptPlan | null): CopyItem[] {
  const plan = wanted.plan.slug;
  const known = new Map((there?.prices ?? []).map((price) => [priceKey(price.content), price]));
  const shown = { product, plan, kind: "PRICE" } as const;
  const named = (price: PriceContent) => ({
    ...shown,
    key: `${product}/${plan}/${priceKey(price)}`,
    name: price.price_label_name,
  });
  const copied = wanted.prices.map((price): CopyItem => {
    const kept = known.get(priceKey(price)) ?? null;
    known.delete(priceKey(price));
    const isNewAmount = kept === null || kept.content.amount !== price.amount;
    const reason = isNewAmount ? refusalOf(price) : null;
    return { ...named(price), wanted: price, kept, ...outcome(kept?.content ?? null, price, reason) };
  });
  const others = [...known.values()].map(
    (kept): CopyItem => ({ ...named(kept.content), wanted: null, kept, ...ONLY_HERE }),
  );
  return [...copied, ...others];
}

/** Why nothing is sold at a price today, though it may be on sale since before the rule; null where it is. */
function refusalOf(price: PriceContent): string | null {
  try {
    requirePriceSold(price);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function comparePack(product: string, wanted: PlanContents, there: KeptPlan | null, both: Both): CopyItem[] {
  const { plan, entitlements } = wanted;
  const shown = {
    kind: "PACK",
    key: `${product}/${plan.slug}`,
    name: plan.name,
    product,
    plan: plan.slug,
    kept: there,
  } as const;
  if (entitlements === null) return there?.active ? [{ ...shown, wanted: null, ...ONLY_HERE }] : [];
  const before = there?.active?.entitlements ?? [];
  const changes = entitlementChanges(before, entitlements);
  const isNew = !there?.active;
  const isSame = !isNew && changes.length === 0;
  const reason =
    (isSame ? null : grantConflict(entitlements, both)) ??
    priceConflict(wanted, there, { entitlements, isSame });
  const change = reason !== null ? "CONFLICT" : isNew ? "NEW" : isSame ? "UNCHANGED" : "CHANGED";
  return [{ ...shown, wanted: entitlements, change, changes, reason }];
}

/** A new version grants only features that are there and not archived. */
function grantConflict(entitlements: EntitlementInput[], { contents, kept }: Both): string | null {
  const open = new Set([
    ...contents.features.map(({ key }) => key),
    ...kept.features.filter(({ isArchived }) => !isArchived).map(({ content }) => content.key),
  ]);
  const closed = entitlements.find(({ feature_key: key }) => !open.has(key));
  return closed
    ? `It grants the feature ${closed.feature_key}, which is archived: no new version may grant it. Publish a version without it where you copy from.`
    : null;
}

/** Every price at which a new version will be on sale, and each new price of one that stays, needs a price of overage and steps. */
function priceConflict(
  wanted: PlanContents,
  there: KeptPlan | null,
  { entitlements, isSame }: { entitlements: EntitlementInput[]; isSame: boolean },
): string | null {
  const known = (there?.prices ?? []).map(({ content }) => content);
  const knownKeys = new Set(known.map(priceKey));
  const fresh = wanted.prices.filter((price) => !knownKeys.has(priceKey(price)));
  const sold = isSame ? fresh : [...fresh, ...known];
  for (const entitlement of entitlements)
    for (const price of sold) {
      const rule = unpricedRule(
        {
          overage: entitlement.overage,
          hasSteps: entitlement.driver_step_size !== null,
          prices: entitlement.prices.map((one) => ({
            ...one,
            hasStepAmount: one.driver_step_amount !== null,
          })),
        },
        price,
      );
      if (rule !== null) return `${entitlement.feature_key}: ${rule}.`;
    }
  return null;
}

function entitlementChanges(before: EntitlementInput[], after: EntitlementInput[]): FieldChange[] {
  const { added, removed, changed } = compareEntitlements(before, after);
  const whole = (list: EntitlementInput[], key: string) =>
    list.find((one) => one.feature_key === key) ?? null;
  return [
    ...added.map((key) => ({
      feature_key: key,
      field: "entitlement",
      before: null,
      after: whole(after, key),
    })),
    ...removed.map((key) => ({
      feature_key: key,
      field: "entitlement",
      before: whole(before, key),
      after: null,
    })),
    ...changed.flatMap(({ feature_key, changes }) => changes.map((change) => ({ feature_key, ...change }))),
  ];
}

/** What becomes of an object whose fields were `before`, or that is new, and why it cannot. */
function outcome(
  before: object | null,
  after: object,
  reason: string | null,
): Pick<Compared, "change" | "changes" | "reason"> {
  const changes = fieldChanges(before ?? {}, after)
    .map((change) => ({
      feature_key: null,
      field: change.field,
      before: change.before ?? null,
      after: change.after ?? null,
    }))
    .filter((change) => change.before !== null || change.after !== null);
  const change =
    reason !== null ? "CONFLICT" : before === null ? "NEW" : changes.length === 0 ? "UNCHANGED" : "CHANGED";
  return { change, changes, reason };
}
