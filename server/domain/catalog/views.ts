import type { z } from "zod";
import type * as rows from "../../platform/database/client/client.ts";
import { toWireAmount } from "../../platform/money.ts";
import type { Feature, Plan, PlanPrice, Product } from "./schema.ts";
import { readFeatureTranslations, readTranslations } from "./translations.ts";

function stamps(row: { createdAt: Date; updatedAt: Date; archivedAt: Date | null }) {
  return {
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
  };
}

export function viewProduct(row: rows.Product): z.output<typeof Product> {
  const { id, slug, name, description, position, freePlanId } = row;
  return {
    id,
    slug,
    name,
    description,
    position,
    free_plan_id: freePlanId,
    translations: readTranslations(row.translations),
    ...stamps(row),
  };
}

export function viewPlan(row: rows.Plan): z.output<typeof Plan> {
  const { id, productId, slug, name, description, position, isPublic, isHighlighted } = row;
  return {
    id,
    product_id: productId,
    slug,
    name,
    description,
    position,
    is_public: isPublic,
    is_highlighted: isHighlighted,
    includes_plan_id: row.includesPlanId,
    contact_url: row.contactUrl,
    translations: readTranslations(row.translations),
    ...stamps(row),
  };
}

export function viewPlanPrice(row: rows.PlanPrice): z.output<typeof PlanPrice> {
  return {
    id: row.id,
    plan_id: row.planId,
    amount: toWireAmount(row.amount),
    currency: row.currency,
    interval: row.interval,
    price_label_name: row.labelName,
    price_label_slug: row.labelSlug,
    trial_days: row.trialDays,
    trial_needs_card: row.trialNeedsCard,
    ...stamps(row),
  };
}

export function viewFeature(row: rows.Feature): z.output<typeof Feature> {
  const { id, key, name, description, type, unitLabel, valueType, position } = row;
  return {
    id,
    key,
    name,
    description,
    type,
    unit_label: unitLabel,
    value_type: valueType,
    position,
    translations: readFeatureTranslations(row.translations),
    ...stamps(row),
  };
}
