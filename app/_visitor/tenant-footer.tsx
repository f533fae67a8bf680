import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { mailtoLink, showEmail } from "../../server/platform/show-email.ts";
import { wordsIn } from "../_i18n/words.ts";

/** The tenant's contact address. */
export function TenantFooter({ tenant, locale }: { tenant: PublicTenant; locale: Locale }) {
  const words = wordsIn(locale, "common");
  const { name, supportEmail, websiteUrl } = tenant;
  if (!supportEmail && !websiteUrl) return <div className="h-10" />;
  return (
    <footer className="flex flex-wrap justify-center gap-x-6 gap-y-1 px-5 py-8 text-[0.8125rem] text-muted">
      {supportEmail && (
        <p>
          {words.rich("contact", {
            email: () => (
              <a href={mailtoLink(supportEmail)} className="text-foreground underline underline-offset-2">
                {showEmail(supportEmail)}
              </a>
            ),
          })}
        </p>
      )}
      {websiteUrl && (
        <a href={websiteUrl} className="text-foreground underline underline-offset-2">
          {words("back", { name })}
        </a>
      )}
    </footer>
  );
}
