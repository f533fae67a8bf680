import { createRoot, hydrateRoot } from "react-dom/client";
import { createUserSession, createUsher } from "../packages/client/src/index.ts";
import type { EntitlementsPayload } from "../packages/client/src/react/index.ts";
import { EntitlementsPage } from "./react-entitlements-page.tsx";

declare global {
  interface Window {
    /** Either: the signed-in user asks Usher. */
    usher?: { baseUrl: string; appId: string; email: string; password: string };
    /** Or: the tenant's own back end hands entitlements out, and has rendered the page with them. */
    rendered?: { source: string; initial: EntitlementsPayload };
    onUnreachable?: "allow" | "deny";
  }
}

/** What e2e/react-entitlements.spec.ts bundles and serves as a tenant's own page. */
async function start(place: Element): Promise<void> {
  const { usher, rendered, onUnreachable } = window;
  if (rendered) {
    hydrateRoot(place, <EntitlementsPage {...rendered} />);
  } else if (usher) {
    const session = createUserSession({ ...usher, storage: localStorage });
    if (!session.isSignedIn()) await session.signIn(usher);
    const source = createUsher({ ...usher, tokens: session, retry: { retries: 0 } });
    createRoot(place).render(<EntitlementsPage source={source} {...(onUnreachable && { onUnreachable })} />);
  }
}

const place = document.querySelector("#root");
if (place) void start(place);
