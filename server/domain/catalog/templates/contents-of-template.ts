import type { z } from "zod";
import type { CatalogContents } from "../copies/load-catalog.ts";
import { defaultLabel } from "../packs/rules.ts";
import { EntitlementInput } from "../packs/schema.ts";
import { API_WITH_OVERAGE } from "./api-with-overage.ts";
import { FREEMIUM_WITH_WAITLIST } from "./freemium-with-waitlist.ts";
import { minorUnitsIn } from "./money.ts";
import { SAAS_WITH_SEATS } from "./saas-with-seats.ts";
import type { TemplateKey } from "./schema.ts";
import { type Template, YEAR_IN_MONTHS } from "./template.ts";

export const TEMPLATES: Record<z.output<typeof TemplateKey>, Template> = {
  "saas-with-seats": SAAS_WITH_SEATS,
  "api-with-overage": API_WITH_OVERAGE,
  "freemium-with-waitlist": FREEMIUM_WITH_WAITLIST,
};

/** A template as the contents of a catalog with one product, priced in one currency. */
export function contentsOfTemplate(
  template: Template,
  { currency, name, slug }: { currency: string; name: string; slug: string },
): CatalogContents {
  const money = minorUnitsIn(currency);
  return {
    features: template.features.map((feature, position) => ({
      ...feature,
      description: null,
      value_type: null,
      position,
      translations: {},
    })),
    products: [
      {
        product: { slug, name, description: null, position: 0, translations: {} },
        freePlan: template.freePlan,
        plans: template.plans.map((plan, position) => ({
          plan: {
            slug: plan.slug,
            name: plan.name,
            description: plan.description,
            position,
            is_public: true,
            is_highlighted: false,
            contact_url: null,
            translations: {},
          },
          includes: null,
          prices: (["MONTH", "YEAR"] as const).map((interval) => ({
            amount: money(plan.monthly) * (interval === "YEAR" ? YEAR_IN_MONTHS : 1),
            currency,
            interval,
            price_label_name: defaultLabel(interval).name,
            price_label_slug: defaultLabel(interval).slug,
            trial_days: plan.trialDays,
            trial_needs_card: false,
          })),
          entitlements: plan.entitlements(money).map((entitlement) =>
            EntitlementInput.parse({
              ...entitlement,
              prices: (entitlement.prices ?? []).map((price) => ({ currency, ...price })),
            }),
          ),
        })),
      },
    ],
  };
}
