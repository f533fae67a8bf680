"use client";

import { Button } from "../../../../_components/ui/button.tsx";
import { useAction, useMay } from "../../../../_lib/use-loaded.ts";

/** Opens the customer's portal in a new tab. There, a member may do what their role allows, and the audit log names them. */
export function OpenPortal({ customerId }: { customerId: string }) {
  const open = useAction((api) => api.portal.createSession.mutate({ customer: customerId }));
  if (!useMay("SUPPORT")) return null;
  function openTab() {
    // Opened at once and filled later: browsers block a tab that opens after a request.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    open.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.assign(url),
      onError: () => tab?.close(),
    });
  }
  return (
    <Button variant="secondary" disabled={open.isPending} onClick={openTab}>
      Open portal
    </Button>
  );
}
