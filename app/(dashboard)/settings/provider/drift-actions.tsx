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

/** Compares with the provider, and mends what differs. */
export function DriftActions({ isBusy, hasTooMany, onCompare, onMend }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" disabled={isBusy} onClick={onCompare}>
        Compare now
      </Button>
      <Button variant="secondary" size="small" disabled={isBusy} onClick={onMend}>
        Mend
      </Button>
      {hasTooMany && (
        <ActionDialog
          trigger={
            <Button variant="secondary" size="small">
              Mend anyway
            </Button>
          }
          title="Mend although so many are missing?"
          description="Look at some of these customers at the provider first. Subscriptions that ended there will end here, and the customers lose access. Each can be undone below. What the provider does not have stays as it is."
          schema={async () =>
            (await import("../../../../server/domain/billing/card-provider/drift/schema.ts")).MendDrift
          }
          fixed={{ despite_many: true }}
          submit="Mend anyway"
          isDangerous
          act={(api, input) => api.cardProvider.mendDrift.mutate(input)}
          onDone={onCompare}
          done="Usher mended what it could."
        />
      )}
    </div>
  );
}
