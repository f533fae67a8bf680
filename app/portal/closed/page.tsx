import { PortalClosed } from "../../_portal/portal-closed.tsx";

/** A link that was opened before, or too late. Whose it was is not known any more. */
export default function ClosedPortalPage() {
  return (
    <main>
      <PortalClosed />
    </main>
  );
}
