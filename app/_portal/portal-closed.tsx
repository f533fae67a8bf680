import { pageWords } from "../_i18n/translator.ts";
import { Notice } from "../_visitor/sheet.tsx";

/** Shown when this browser has no valid portal session. */
export async function PortalClosed() {
  const words = await pageWords("portal");
  return <Notice title={words("closedTitle")}>{words("closedBody")}</Notice>;
}
