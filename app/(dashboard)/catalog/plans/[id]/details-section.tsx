"use client";

import { UpdatePlan } from "../../../../../server/domain/catalog/plans/update-plan-schema.ts";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { useCatalog } from "../../../../_lib/use-catalog.ts";
import { TRANSLATIONS } from "../../translations-field.ts";
import { InlineForm } from "./inline-form.tsx";

export type Plan = Awaited<ReturnType<Api["plans"]["get"]["query"]>>;

/** What buyers read first: the plan's name and description, and where it is shown. */
export function DetailsSection({ plan }: { plan: Plan }) {
  const { plans } = useCatalog();
  const others = plans
    .filter(
      ({ id, product_id: product, archived_at: archived }) =>
        product === plan.product_id && id !== plan.id && !archived,
    )
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Card aria-label="Name and description">
      <CardHeader>
        <CardTitle>Name and description</CardTitle>
      </CardHeader>
      <div className="p-4">
        <InlineForm
          schema={UpdatePlan}
          fields={[
            { name: "name", label: "Name", isRequired: true, isWide: true },
            { name: "description", label: "Description", kind: "textarea", whenEmpty: "null", isWide: true },
            { name: "is_public", label: "On the price list", kind: "switch", isWide: true },
            TRANSLATIONS,
          ]}
          folded={{
            title: "More about the price list",
            fields: [
              { name: "is_highlighted", label: "Recommended on the price list", kind: "switch" },
              {
                name: "position",
                label: "Place among the plans",
                kind: "number",
                hint: "Lower numbers come first.",
              },
              {
                name: "includes_plan_id",
                label: "Has everything in",
                kind: "select",
                whenEmpty: "null",
                options: [{ value: "", label: "No other plan" }, ...others],
                hint: "The price list then says: everything in that plan, plus what is more.",
              },
              {
                name: "contact_url",
                label: "Sold by contact, at",
                whenEmpty: "null",
                placeholder: "mailto:sales@example.com",
                hint: "The price list leads there instead of to the checkout.",
              },
            ],
          }}
          fixed={{ plan_id: plan.id }}
          initial={{ ...plan }}
          submit="Save name and description"
          done="The plan was changed."
          act={(api, input) => api.plans.update.mutate(input)}
          isKept
        />
      </div>
    </Card>
  );
}
