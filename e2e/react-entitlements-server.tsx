import { renderToString } from "react-dom/server";
import type { EntitlementsPayload } from "../packages/client/src/react/index.ts";
import { EntitlementsPage } from "./react-entitlements-page.tsx";

/** Renders the page as a tenant's server does: with what it knows, or with nothing. */
export function render(source: string, initial?: EntitlementsPayload): string {
  return renderToString(<EntitlementsPage source={source} {...(initial && { initial })} />);
}
