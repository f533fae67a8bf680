import { Alert } from "../_components/ui/alert.tsx";
import { pageWords } from "../_i18n/translator.ts";
import { PortalSheet } from "./portal-sheet.tsx";

/** Why a portal that a member opened offers no changes. */
export async function PortalLimited() {
  return <Alert>{(await pageWords("portal"))("limited")}</Alert>;
}

/** The same message as a page, in place of one that changes something. */
export async function LimitedSheet({ slug }: { slug: string }) {
  const words = await pageWords("portal");
  return (
    <PortalSheet slug={slug} title={words("title")}>
      <PortalLimited />
    </PortalSheet>
  );
}
