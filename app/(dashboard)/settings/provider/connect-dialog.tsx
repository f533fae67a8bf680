"use client";

import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";

interface Props {
  isConnected: boolean;
  /** Whether what is connected moves no real money: then a Stripe account is what one comes for. */
  isForTests?: boolean;
}

/** Connects a Stripe account with its keys, or replaces the connected one. */
export function ConnectDialog({ isConnected, isForTests = false }: Props) {
  return (
    <ActionDialog
      trigger={
        isConnected && !isForTests ? (
          <Button variant="secondary">Change account</Button>
        ) : (
          <Button>Connect Stripe</Button>
        )
      }
      title={isConnected && !isForTests ? "Connect another Stripe account" : "Connect Stripe"}
      description="Keys are in Stripe's dashboard under Developers, API keys. A restricted key works if it may write everything that Usher writes. Stripe is asked before the keys are stored, and then up to 30 seconds for its first webhook."
      schema={async () =>
        (await import("../../../../server/domain/tenants/provider/provider-settings-schema.ts"))
          .ConnectProvider
      }
      fields={[
        {
          name: "secret_key",
          label: "Secret or restricted key",
          kind: "password",
          isRequired: true,
          placeholder: "sk_live_…",
        },
        { name: "publishable_key", label: "Publishable key", placeholder: "pk_live_…" },
      ]}
      submit="Connect"
      done="Stripe is connected. Check the connection next."
      act={(api, input) => api.cardProvider.connect.mutate(input)}
    />
  );
}
