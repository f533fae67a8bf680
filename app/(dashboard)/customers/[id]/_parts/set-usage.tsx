"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Entitlement } from "./entitlement-parts.tsx";

const VALUE: FormField = { name: "value", label: "Used", kind: "number", isRequired: true };
const OTHERS: FormField[] = [
  {
    name: "dimension",
    label: "Dimension",
    hint: "A workspace, project or seat holder. Leave empty for none.",
  },
  {
    name: "reason",
    label: "Reason",
    kind: "textarea",
    hint: "Stored in the usage ledger and the audit log.",
  },
];

/** Sets what a customer has used of a feature: of all that grants it together, or of one subscription. */
export function SetUsage({ entitlement, customerId }: { entitlement: Entitlement; customerId: string }) {
  const { feature_name: name, feature_key: key, used } = entitlement;
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small" aria-label={`Correct usage of ${name}`}>
          Correct usage…
        </Button>
      }
      title={`Correct usage of ${name}`}
      description="What is counted becomes this value. The usage ledger keeps the difference."
      schema={async () => (await import("../../../../../server/domain/billing/usage/schema.ts")).SetUsage}
      fields={[VALUE, ...whichCounter(entitlement), ...OTHERS]}
      fixed={{ customer: customerId, feature_key: key }}
      initial={{ value: used }}
      submit="Correct usage"
      done={`Usage of ${name} was corrected.`}
      act={(api, input) => api.usage.set.mutate(input)}
    />
  );
}

/** Asks which counter is meant where several subscriptions and free plans grant the feature. */
function whichCounter({ parts, feature_type: type }: Entitlement): FormField[] {
  // Held units are one counter.
  if (parts.length < 2 || type !== "METERED") return [];
  const own = parts.flatMap(({ subscription_id: id, product_name, plan_name }) =>
    id === null ? [] : [{ value: id, label: `${product_name} ${plan_name} alone` }],
  );
  return [
    {
      name: "subscription_id",
      label: "Counts for",
      kind: "select",
      options: [{ value: "", label: "All together" }, ...own],
      hint: "All together: what each plan includes is filled in the order shown, and the rest is use past the limit.",
    },
  ];
}
