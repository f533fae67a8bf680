"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";

type Plan = Awaited<ReturnType<Api["plans"]["get"]["query"]>>;

/** Edits a plan's name, description and position. */
export function EditPlan({ plan }: { plan: Plan }) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Edit</Button>}
      title={`Edit ${plan.name}`}
      schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).UpdatePlan}
      fields={[
        { name: "name", label: "Name", isRequired: true },
        { name: "description", label: "Description", kind: "textarea", whenEmpty: "null" },
        { name: "position", label: "Position", kind: "number" },
        { name: "is_public", label: "On the pricing page", kind: "switch" },
      ]}
      fixed={{ plan_id: plan.id }}
      initial={{ ...plan }}
      submit="Save"
      done="The plan was changed."
      act={(api, input) => api.plans.update.mutate(input)}
    />
  );
}

/** Takes a plan off sale. */
export function ArchivePlan({ plan }: { plan: Plan }) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Archive</Button>}
      title={`Archive ${plan.name}?`}
      description="The plan can no longer be bought. It must have no live subscriptions."
      schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).PlanId}
      fixed={{ plan_id: plan.id }}
      submit="Archive"
      isDangerous
      done="The plan was archived."
      act={(api, input) => api.plans.archive.mutate(input)}
    />
  );
}
