import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { requireSold } from "../sellable.ts";
import { contentsOfTemplate, TEMPLATES } from "./contents-of-template.ts";
import type { ListTemplates, TemplateList } from "./list-templates-schema.ts";
import { TemplateKey } from "./schema.ts";

/** The templates with their prices in a currency. Throws currency_unknown or currency_not_sold. */
export function listTemplates(
  _scope: Scope,
  { currency }: z.output<typeof ListTemplates>,
): z.output<typeof TemplateList> {
  requireSold(currency);
  return {
    currency,
    data: TemplateKey.options.map((key) => {
      const template = TEMPLATES[key];
      const { name, description, signupPolicy, freePlan } = template;
      const { products } = contentsOfTemplate(template, { currency, name, slug: key });
      return {
        template: key,
        name,
        description,
        signup_policy: signupPolicy,
        features: template.features,
        plans: (products[0]?.plans ?? []).map(({ plan, prices, entitlements }) => ({
          slug: plan.slug,
          name: plan.name,
          description: plan.description ?? "",
          is_free: plan.slug === freePlan,
          prices: prices.map(({ amount, interval, trial_days }) => ({
            amount,
            currency,
            interval,
            trial_days,
          })),
          entitlements: entitlements ?? [],
        })),
      };
    }),
  };
}
