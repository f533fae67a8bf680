"use client";

import { Button } from "../../../../_components/ui/button.tsx";
import { useMay } from "../../../../_lib/use-loaded.ts";
import { useOpenTab } from "../../../../_lib/use-open-tab.ts";

/** Opens the customer's portal in a new tab. There, a member may do what their role allows, and the audit log names them. */
export function OpenPortal({ customerId }: { customerId: string }) {
  const { openTab, isPending } = useOpenTab((api) =>
    api.portal.createSession.mutate({ customer: customerId }),
  );
  if (!useMay("SUPPORT")) return null;
  return (
    <Button variant="secondary" disabled={isPending} onClick={openTab}>
      Open portal
    </Button>
  );
}
