"use client";

import { CopyButton } from "../../_components/copy-button.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { usePriceOptions } from "../../_lib/use-catalog.ts";

/** Invites one address by mail. */
export function InviteByMail() {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Invite by mail</Button>}
      title="Invite a person by mail"
      description="A link for one address and one use. It expires after a week unless you choose another time."
      schema={async () =>
        (await import("../../../server/domain/admission/invitations/invite-by-mail-schema.ts"))
          .CreateInvitationToken
      }
      fields={[
        { name: "email", label: "E-mail", kind: "email", isRequired: true },
        { name: "name", label: "Name", hint: "The name in the mail's greeting." },
        { name: "expiresAt", label: "Ends (UTC)", kind: "moment" },
      ]}
      submit="Send invitation"
      act={(api, input) => api.invitations.createToken.mutate(input)}
      done={({ email }) => `${email} is invited.`}
    />
  );
}

interface NewCodeProps {
  /** The code that does not work any more, which it takes the place of. */
  replaced?: { name: string; uses: number };
}

/** Creates an invitation code, which several people can redeem, and shows it. */
export function NewCode({ replaced }: NewCodeProps) {
  const prices = usePriceOptions();
  return (
    <ActionDialog
      trigger={
        replaced ? (
          <Button variant="ghost" size="small" aria-label={`Replace ${replaced.name}`}>
            Replace
          </Button>
        ) : (
          <Button>New code</Button>
        )
      }
      title="New invitation code"
      schema={async () =>
        (await import("../../../server/domain/admission/invitations/create-invitation-code-schema.ts"))
          .CreateInvitationCode
      }
      fields={[
        {
          name: "maxUses",
          label: "Redemptions",
          kind: "number",
          isRequired: true,
          hint: "Up to 1,000.",
        },
        { name: "expiresAt", label: "Ends (UTC)", kind: "moment", hint: "Leave empty for no end." },
        {
          name: "planPriceId",
          label: "Price to start on",
          kind: "select",
          options: [{ value: "", label: "Not set" }, ...prices],
        },
        {
          name: "trialDays",
          label: "Trial days",
          kind: "number",
          hint: "Replaces the price's own trial.",
        },
      ]}
      initial={{ maxUses: replaced?.uses ?? 1 }}
      submit="Create code"
      done="The code is ready."
      act={(api, input) => api.invitations.createCode.mutate(input)}
      result={({ code }) => (
        <>
          <p>The code is ready to share.</p>
          <p className="rounded-md border bg-subtle px-3 py-2">
            <CopyButton value={code} className="text-sm text-foreground" />
          </p>
        </>
      )}
    />
  );
}
