import type { PublicTenant } from "../../server/http/pages-contract.ts";
import { Badge } from "../_components/ui/badge.tsx";
import { pageWords } from "../_i18n/translator.ts";
import { LanguageMenu } from "./language-menu.tsx";

/** The tenant's logo and name, and the language menu. */
export async function TenantHeader({ tenant }: { tenant: PublicTenant }) {
  const words = await pageWords("common");
  const { name, logoUrl, websiteUrl, mode } = tenant;
  const mark = logoUrl ? (
    // biome-ignore lint/performance/noImgElement: the tenant's own picture, from its own server, of a size we do not know
    <img src={logoUrl} alt={name} className="h-8 max-w-48 object-contain" />
  ) : (
    <span className="text-base font-semibold tracking-tight">{name}</span>
  );
  return (
    <header className="flex h-16 shrink-0 items-center justify-between gap-4 px-5 sm:px-8">
      <div className="flex min-w-0 items-center gap-3">
        {websiteUrl ? (
          <a href={websiteUrl} className="rounded-sm">
            {mark}
          </a>
        ) : (
          mark
        )}
        {mode === "TEST" && <Badge tone="caution">{words("testMode")}</Badge>}
      </div>
      <LanguageMenu />
    </header>
  );
}
