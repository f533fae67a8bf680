import { Languages } from "lucide-react";
import { headers } from "next/headers";
import { LOCALES, type Locale } from "../../server/platform/locales.ts";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import { URL_HEADER } from "../_lib/choices.ts";

/** The languages as links to the current page; works without JavaScript. */
export async function LanguageMenu() {
  const words = await pageWords("common");
  const locale = await pageLocale();
  const here = new URL((await headers()).get(URL_HEADER) ?? "/", "http://none");
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
