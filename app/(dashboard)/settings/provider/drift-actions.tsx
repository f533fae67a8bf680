"use client";

import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";

interface Props {
  isBusy: boolean;
  /** Whether the last comparison stopped because too many subscriptions were missing. */
  hasTooMany: boolean;
  onCompare: () => void;
  onMend: () => void;
}

/** The buttons that compare with the provider and repair differences. */
export function DriftActions({ isBusy, hasTooMany, onCompare, onMend }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" disabled={isBusy} onClick={onCompare}>
        Compare now
      </Button>
      <Button variant="secondary" size="small" disabled={isBusy} onClick={onMend}>
        Repair differences
      </Button>
      {hasTooMany && (
        <ActionDialog
          trigger={
            <Button variant="secondary" size="small">
              Repair differences anyway
            </Button>
          }
          title="Repair although so many are missing?"
          description="First check some of these customers at the provider. Subscriptions that ended there will end here, and the customers lose access. You can undo each repair below. Subscriptions that the provider does not have are not changed."
          schema={async () =>
            (await import("../../../../server/domain/billing/card-provider/drift/drift-schema.ts")).MendDrift
          }
          fixed={{ despite_many: true }}
          submit="Repair differences"
          isDangerous
          act={(api, input) => api.cardProvider.mendDrift.mutate(input)}
          onDone={onCompare}
          done="Usher repaired the differences that it could."
        />
      )}
    </div>
  );
}
