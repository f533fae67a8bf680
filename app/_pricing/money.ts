import { moneyText } from "../../server/platform/currency.ts";

/** Minor units as people of the language write them: "$49", "$14.50", "0,125 €". A decimal string keeps its places. */
export const formatMoney = (locale: string, minorUnits: number | string, currency: string): string =>
  moneyText(locale, minorUnits, currency, { hidesEmptyDecimals: true });
