import type { Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";
import type { Interval } from "./offer.ts";

interface Choices {
  intervals: Interval[];
  interval: Interval;
  /** The highest saving of yearly prices, 0 to 1. */
  saving: number;
  currencies: string[];
  currency: string;
  locale: Locale;
  /** The page's URL with another currency. */
  currencyUrl(currency: string): string;
}

/** Interval and currency, as radio buttons and links, which work without JavaScript. */
export function PricingChoices({ intervals, interval, saving, locale, ...money }: Choices) {
  const words = wordsIn(locale, "pricing");
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(Math.floor(saving * 100) / 100);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-4">
      <fieldset
        className={intervals.length > 1 ? "rounded-full border bg-surface p-1 shadow-card" : "hidden"}
      >
        <legend className="sr-only">{words("interval")}</legend>
        <div className="flex">
          {intervals.map((one) => (
            <label
              key={one}
              className="flex h-9 cursor-pointer items-center gap-2 rounded-full px-4 font-medium text-muted has-checked:bg-primary has-checked:text-primary-foreground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="interval"
                value={one}
                defaultChecked={one === interval}
                className="sr-only"
              />
              {words(one)}
              {one === "YEAR" && saving >= 0.01 && (
                <span
                  className={`rounded-full bg-positive-ground px-2 py-0.5 text-xs whitespace-nowrap text-positive ${intervals.length > 2 ? "max-sm:hidden" : ""}`}
                >
                  {words("upToSave", { percent })}
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <Currencies {...money} label={words("currency")} />
    </div>
  );
}

interface Currencies extends Pick<Choices, "currencies" | "currency" | "currencyUrl"> {
  label: string;
}

function Currencies({ currencies, currency, currencyUrl, label }: Currencies) {
  if (currencies.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="flex gap-1">
        {currencies.map((one) => (
          <li key={one}>
            <a
              href={currencyUrl(one)}
              aria-current={one === currency ? "true" : undefined}
              className="flex h-9 items-center rounded-md px-3 font-medium text-muted hover:bg-subtle aria-[current]:bg-subtle aria-[current]:text-foreground"
            >
              {one}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
