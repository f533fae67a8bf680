"use client";

import { useRouter } from "next/navigation";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Pack } from "../../plans/[id]/entitlement.ts";

/** Moves the subscribers of another version to this one. */
export function MigrateDialog({
  packId,
  others,
}: {
  packId: string;
  others: Pick<Pack, "id" | "version" | "status">[];
}) {
  const router = useRouter();
  return (
    <ActionDialog
      trigger={<Button>Move subscribers here</Button>}
      title="Move subscribers to this version"
      description="Usher moves them one by one in the background. Usage, overrides and what was bought besides stay. You can move them back."
      schema={async () =>
        (await import("../../../../../server/domain/billing/pack-migrations/migrations-schema.ts"))
          .StartMigration
      }
      fields={[
        {
          name: "from_pack_id",
          label: "From",
          kind: "select",
          options: others.map(({ id, version, status }) => ({
            value: id,
            label: `Version ${version} (${status.toLowerCase()})`,
          })),
          isRequired: true,
        },
        {
          name: "effective",
          label: "When",
          kind: "select",
          options: [
            { value: "period_end", label: "At the end of each subscriber's period" },
            { value: "now", label: "Now" },
          ],
        },
      ]}
      fixed={{ pack_id: packId }}
      initial={{ from_pack_id: others[0]?.id, effective: "period_end" }}
      submit="Move subscribers"
      done="The move has begun."
      act={(api, input) => api.packMigrations.start.mutate(input)}
      onDone={() => router.push("/catalog/migrations")}
    />
  );
}
