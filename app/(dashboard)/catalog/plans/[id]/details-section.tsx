"use client";

import { useState } from "react";
import { UpdatePlan } from "../../../../../server/domain/catalog/schema.ts";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { useCatalog } from "../../../../_lib/use-catalog.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../../../_lib/use-pressed-by-link.ts";
import { TRANSLATIONS } from "../../translations-field.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { InlineForm } from "./inline-form.tsx";

export type Plan = Awaited<ReturnType<Api["plans"]["get"]["query"]>>;

/** The plan's name and where it is shown. */
export function DetailsSection({ plan }: { plan: Plan }) {
  const [isEditing, setIsEditing] = useState(false);
  const { plans } = useCatalog();
  const others = plans
    .filter(
      ({ id, product_id: product, archived_at: archived }) =>
        product === plan.product_id && id !== plan.id && !archived,
    )
    .map(({ id, name }) => ({ value: id, label: name }));
  const pressed = usePressedByLink("archive");
  const archive = useAction((api) => api.plans.archive.mutate({ plan_id: plan.id }), {
    done: "The plan was archived.",
  });
  return (
    <Card aria-label="Name and place">
      <CardHeader className="flex-wrap">
        <div className="min-w-0">
          <CardTitle>{plan.name}</CardTitle>
          <p className="text-xs text-pretty text-muted">
            {plan.is_public ? "On the pricing page." : "Not on the pricing page."}
          </p>
        </div>
        <span className="flex flex-wrap justify-end gap-1">
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          >
            Edit name and place
          </Button>
          <ConfirmButton
            button={pressed}
            label="Archive plan"
            confirm="Archive"
            keep="Keep plan"
            isPending={archive.isPending}
            onConfirm={() => archive.mutate(undefined)}
          >
            The plan can no longer be bought. It must have no current subscriptions.
          </ConfirmButton>
        </span>
      </CardHeader>
      {isEditing && (
        <div className="p-4">
          <InlineForm
            schema={UpdatePlan}
            fields={[
              { name: "name", label: "Name", isRequired: true },
              { name: "description", label: "Description", kind: "textarea", whenEmpty: "null" },
              { name: "is_public", label: "On the pricing page", kind: "switch" },
              {
                name: "position",
                label: "Place among the plans",
                kind: "number",
                hint: "Lower numbers come first.",
              },
              { name: "is_highlighted", label: "Recommended on the pricing page", kind: "switch" },
              {
                name: "includes_plan_id",
                label: "Has everything in",
                kind: "select",
                whenEmpty: "null",
                options: [{ value: "", label: "No other plan" }, ...others],
                hint: "The pricing page lists what is more: everything in Hobby, plus.",
              },
              {
                name: "contact_url",
                label: "Sold by contact, at",
                whenEmpty: "null",
                placeholder: "mailto:sales@example.com",
                hint: "The pricing page leads there instead of to the checkout.",
              },
              TRANSLATIONS,
            ]}
            fixed={{ plan_id: plan.id }}
            initial={{ ...plan }}
            submit="Save plan"
            done="The plan was changed."
            act={(api, input) => api.plans.update.mutate(input)}
            onDone={() => setIsEditing(false)}
            cancel={{ label: "Close", act: () => setIsEditing(false) }}
          />
        </div>
      )}
    </Card>
  );
}
