import { type ComingWords, changeInWords } from "../_coming/coming-notice.tsx";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import { formatMoney } from "../_pricing/money.ts";
import type { Interval } from "../_pricing/offer.ts";
import { portalNames } from "./names.ts";
import type { UsedPortal } from "./read-portal.ts";

/** What the portal says of what comes, to the customer in their language. */
export async function customerWords(portal: UsedPortal): Promise<ComingWords> {
  const [words, pricing, locale] = [
    await pageWords("portal"),
    await pageWords("pricing"),
    await pageLocale(),
  ];
  const names = await portalNames(portal);
  const number = new Intl.NumberFormat(locale);
  const money = (amount: number, currency: string) => formatMoney(locale, amount, currency);
  return {
    change: (change) =>
      changeInWords(change, {
        plan: names.plan,
        feature: names.feature,
        quantity: (units) => number.format(units),
        price: (amount, currency, interval) =>
          amount === 0
            ? pricing("free")
            : `${money(amount, currency)} ${pricing(`per${interval as Interval}`)}`,
      }),
    money,
    comes: (change, date) =>
      date === null ? words("comesNow", { change }) : words("comesOn", { change, date }),
    waits: (change, amount, date) => words("waitsForBank", { change, amount, date }),
    ends: ({ at }, isPaused) => at && words(isPaused ? "pausedEndsOn" : "endsOn", { date: new Date(at) }),
    paused: () => words("pausedNow"),
    confirm: words("confirmPayment"),
  };
}
