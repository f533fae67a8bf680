import { minorDigits } from "../../../../platform/currency.ts";
import { Decimal } from "../../../../platform/decimal.ts";

/** A rate that a figure is converted at, as the API shows it: major units of the reporting currency for one of this. */
export interface RateUsed {
  currency: string;
  rate: string;
  valid_from: string;
}

/** The rates of one moment. */
export interface RatesAt {
  into: string;
  at: Date;
  used: RateUsed[];
}

/** An amount of minor units in minor units of the reporting currency, exactly: not rounded. null: the currency has no rate. */
export function convert(amount: bigint, currency: string, { into, used }: RatesAt): Decimal | null {
  const exact = new Decimal(amount);
  if (currency === into) return exact;
  const rate = used.find((one) => one.currency === currency);
  if (!rate) return null;
  return exact.mul(rate.rate).mul(new Decimal(10).pow(minorDigits(into) - minorDigits(currency)));
}

/** What is said beside converted figures: which rates they have, and which of these currencies have none and are not in them. */
export function aboutRates(rates: RatesAt, currencies: Iterable<string>) {
  const others = [...new Set(currencies)].filter((currency) => currency !== rates.into).sort();
  const hasRate = (currency: string) => rates.used.some((one) => one.currency === currency);
  return {
    rates_at: rates.at.toISOString(),
    rates: rates.used.filter(({ currency }) => others.includes(currency)),
    not_converted: others.filter((currency) => !hasRate(currency)),
  };
}
