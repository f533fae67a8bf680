import type { z } from "zod";
import type { Plan, PlanPrice } from "../../../platform/database/client/client.ts";
import type { PackWithEntitlements } from "../load-plan-price.ts";
import { grantedAlike } from "../packs/rules.ts";
import { viewPack } from "../packs/view-pack.ts";
import { viewPriceSummary } from "../summaries.ts";
import type { PricingPlan } from "./schema.ts";

/** A plan that another one includes, with its version on sale. */
export interface Included {
  plan: Pick<Plan, "id" | "slug" | "name">;
  pack: PackWithEntitlements;
}

interface Shown {
  isFree: boolean;
  /** The plan that it includes, where that is on sale; null: none. */
  included: Included | null;
  /** Only prices in this currency; left out: in every one. */
  currency?: string | undefined;
}

/** A plan as a price list shows it: its prices, and what a version of it grants. */
export function viewPricingPlan(
  plan: Plan,
  prices: PlanPrice[],
  pack: PackWithEntitlements,
  { isFree, included, currency }: Shown,
): z.output<typeof PricingPlan> {
  const { id, slug, name, description } = plan;
  const entitlements = viewPack(pack).entitlements;
  return {
    id,
    slug,
    name,
    description,
    is_free: isFree,
    is_highlighted: plan.isHighlighted,
    contact_url: plan.contactUrl,
    includes: included && {
      id: included.plan.id,
      slug: included.plan.slug,
      name: included.plan.name,
      feature_keys: grantedAlike(entitlements, viewPack(included.pack).entitlements),
    },
    prices: prices.map((price) => ({
      ...viewPriceSummary(price),
      trial_days: price.trialDays,
      trial_needs_card: price.trialNeedsCard,
    })),
    features: entitlements.map((entitlement) => viewFeature(entitlement, pack, currency)),
  };
}

type Entitlement = ReturnType<typeof viewPack>["entitlements"][number];

function viewFeature(entitlement: Entitlement, pack: PackWithEntitlements, currency: string | undefined) {
  const row = pack.entitlements.find(({ featureId }) => featureId === entitlement.feature_id);
  return {
    key: entitlement.feature_key,
    name: entitlement.feature_name,
    description: row?.feature.description ?? null,
    type: row?.feature.type ?? ("BOOLEAN" as const),
    unit_label: row?.feature.unitLabel ?? null,
    enabled: entitlement.enabled,
    limit: entitlement.limit,
    reset_interval: entitlement.reset_interval,
    value: entitlement.value,
    overage: entitlement.overage,
    overage_step: entitlement.overage_step,
    driver_step_size: entitlement.driver_step_size,
    driver_max_steps: entitlement.driver_max_steps,
    prices: entitlement.prices.filter((price) => currency === undefined || price.currency === currency),
  };
}
