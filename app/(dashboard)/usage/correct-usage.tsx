"use client";

import { PencilLine } from "lucide-react";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { shown } from "../../_lib/shown.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["usage"]["browse"]["query"]>>["data"][number];

/** Corrects a running counter by hand. */
export default function CorrectUsage({ row }: { row: Row }) {
  if (!useMay("ADMIN") || row.status !== "OPEN") return null;
  const who = shown(row.customer.name ?? row.customer.email ?? row.customer.external_id);
  // A free plan's counter has no name of its own to set it by.
  const isAlone = row.is_held || row.subscription_id !== null;
  return (
    <span className="relative z-10 max-sm:-my-1.5">
      <ActionDialog
        trigger={
          <Button
            variant="ghost"
            size="small"
            title="Correct usage…"
            aria-label={`Correct usage of ${row.feature_name} by ${who}`}
          >
            <PencilLine aria-hidden />
          </Button>
        }
        title={`Correct usage of ${row.feature_name}`}
        description={`What ${who} has used${isAlone ? "" : " under all plans together"} becomes this value. The usage ledger keeps the difference.`}
        schema={async () => (await import("../../../server/domain/billing/usage/schema.ts")).SetUsage}
        fields={[
          { name: "value", label: "Used", kind: "number", isRequired: true },
          {
            name: "reason",
            label: "Reason",
            kind: "textarea",
            hint: "Stored in the usage ledger and the audit log.",
          },
        ]}
        fixed={{
          customer: row.customer.id,
          feature_key: row.feature_key,
          ...(row.dimension && { dimension: row.dimension }),
          ...(!row.is_held && row.subscription_id && { subscription_id: row.subscription_id }),
        }}
        initial={isAlone ? { value: row.used } : {}}
        submit="Correct usage"
        done="The usage was corrected."
        act={(api, input) => api.usage.set.mutate(input)}
      />
    </span>
  );
}
