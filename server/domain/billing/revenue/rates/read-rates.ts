import { Decimal } from "../../../../platform/decimal.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import type { RatesAt, RateUsed } from "./convert.ts";

/** The currency that the tenant's figures are converted to; null: none. */
export async function reportingCurrencyOf(scope: Scope): Promise<string | null> {
  return (await getTenant(scope.db, scope)).reportingCurrency;
}

interface Row {
  nth: number;
  currency: string;
  rate: string;
  valid_from: string;
}

/**
 * For each moment, the rates of figures as of then: of each currency the newest that began before it, and before now. What begins at
 * a moment comes after it, as with the figures themselves.
 */
export async function readRates(
  { db, tenantId, clock }: Scope,
  into: string,
  currencies: string[],
  moments: Date[],
): Promise<RatesAt[]> {
  const now = clock.now();
  const at = moments.map((moment) => (moment < now ? moment : now));
  const rows = await db.$queryRaw<Row[]>`
    select m.nth::int, c.currency, r.rate::text, to_char(r.valid_from at time zone 'UTC', 'YYYY-MM-DD') as valid_from
    from unnest(${at}::timestamptz[]) with ordinality m (at, nth)
    cross join unnest(${currencies}::text[]) c (currency)
    cross join lateral (
      select rate, valid_from from exchange_rates
      where tenant_id = ${tenantId} and into_currency = ${into} and currency = c.currency and valid_from < m.at
      order by valid_from desc limit 1
    ) r order by c.currency`;
  const ofMoment = Map.groupBy(rows, ({ nth }) => nth);
  return at.map((moment, index) => {
    const used: RateUsed[] = (ofMoment.get(index + 1) ?? []).map(({ currency, rate, valid_from }) => ({
      currency,
      rate: new Decimal(rate).toFixed(),
      valid_from,
    }));
    return { into, at: moment, used };
  });
}
