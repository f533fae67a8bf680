"use client";

import { CopyButton } from "../../_components/copy-button.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";

interface RevealProps {
  id: string;
  /** Which secret it is, such as "the code that ends in 93HP". */
  what: string;
  act: (api: Api, input: { id: string }) => Promise<{ secret: string }>;
}

/** Shows one secret of an invitation, after a notice that the audit log records this. */
export function Reveal({ id, what, act }: RevealProps) {
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small" aria-label={`Reveal ${what}`}>
          Reveal
        </Button>
      }
      title={`Reveal ${what}?`}
      description="Anyone who has it can register with it. The audit log records that you viewed it."
      schema={async () =>
        (await import("../../../server/domain/admission/invitations/schema.ts")).InvitationId
      }
      fixed={{ id }}
      submit="Reveal"
      act={act}
      result={({ secret }) => (
        <p className="rounded-md border bg-subtle px-3 py-2">
          <CopyButton value={secret} className="text-sm text-foreground" />
        </p>
      )}
    />
  );
}
