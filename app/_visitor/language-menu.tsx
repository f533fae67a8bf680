import { Languages } from "lucide-react";
import { LOCALES, type Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";

/** The languages as links to the page at the address (path and query); works without JavaScript. */
export function LanguageMenu({ locale, address }: { locale: Locale; address: string }) {
  const words = wordsIn(locale, "common");
  const here = new URL(address, "http://none");
  const at = (language: string) => {
    here.searchParams.set("lang", language);
    return here.pathname + here.search;
  };
  // The keys of LOCALES are the locales.
  const all = Object.entries(LOCALES) as [Locale, string][];
  return (
    <details className="group relative">
      <summary className="flex h-9 cursor-pointer list-none items-center gap-1.5 rounded-md px-2.5 text-[0.8125rem] font-medium text-muted hover:bg-subtle hover:text-foreground [&::-webkit-details-marker]:hidden">
        <Languages aria-hidden className="size-4" />
        <span className="sr-only">{words("language")}: </span>
        {LOCALES[locale]}
      </summary>
      <ul className="absolute right-0 z-10 mt-1 min-w-36 rounded-lg border bg-surface p-1 shadow-raised">
        {all.map(([language, name]) => (
          <li key={language}>
            <a
              href={at(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? "true" : undefined}
              className="block rounded-md px-2.5 py-1.5 hover:bg-subtle aria-[current]:font-semibold"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
