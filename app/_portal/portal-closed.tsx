import { pageWords } from "../_i18n/translator.ts";
import { Notice } from "../_visitor/sheet.tsx";

/** The portal is not open to this browser any more. */
export async function PortalClosed() {
  const words = await pageWords("portal");
  return <Notice title={words("closedTitle")}>{words("closedBody")}</Notice>;
}
