import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { Badge } from "../_components/ui/badge.tsx";
import { wordsIn } from "../_i18n/words.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { TenantMark } from "./tenant-mark.tsx";

interface TenantHeaderProps {
  tenant: PublicTenant;
  locale: Locale;
  /** Path and query of the page. */
  address: string;
}

/** The tenant's logo and name, and the language menu. */
export function TenantHeader({ tenant, locale, address }: TenantHeaderProps) {
  const words = wordsIn(locale, "common");
  const { name, logoUrl, websiteUrl, mode } = tenant;
  const mark = <TenantMark name={name} logoUrl={logoUrl} />;
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
      <LanguageMenu locale={locale} address={address} />
    </header>
  );
}
