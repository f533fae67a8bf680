import { expect } from "vitest";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { pastTerms } from "../../../testing/past-terms.ts";
import { bookedTransfers } from "./booked.ts";

const TRANSFERS = 100_000;
const BATCH = 10_000;

/** Debit, credit and kind, as the triggers write them, and some the other way round. */
const MOVES = [
  ["UNBILLED", "REVENUE", "ACCRUED"],
  ["RECEIVABLE", "UNBILLED", "PLACED"],
  ["UNBILLED", "RECEIVABLE", "ENDED"],
  ["CASH", "RECEIVABLE", "CASH"],
  ["RECEIVABLE", "CASH", "REFUND"],
  ["RECEIVABLE", "TAX", "TAX"],
  ["REVENUE", "TAX", "TAX_INCLUDED"],
  ["DISCOUNT", "RECEIVABLE", "DISCOUNT"],
  ["DISCOUNT", "CREDIT", "CREDIT_NOTE"],
  ["WRITTEN_OFF", "RECEIVABLE", "WRITE_OFF"],
  ["CANCELED", "UNBILLED", "ENDED"],
] as const;

/** What the moves bring to, sorted; `tax_on_top` is no figure of the answer, and nothing here is given back by hand. */
const FIGURES = [
  "charged",
  "collected",
  "credit_given",
  "credit_notes",
  "discounts",
  "refunded",
  "tax_included",
  "written_off",
];

it("adds up 100,000 transfers of the journal, to the same as one by one", {
  timeout: 180_000,
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const { customers } = await pastTerms(
    tenant,
    Array.from({ length: 100 }, (_, customer) => ({ customer, phases: [] })),
  );
  const { db } = world.services;
  const range = { from: new Date("2021-01-01T00:00:00Z"), to: new Date("2026-01-01T00:00:00Z") };
  // A third of them of credit notes.
  await db.$executeRaw`
    with ids as (select array_agg(id) as ids from unnest(${[...customers.values()]}::text[]) id)
    insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
    select ${tenant.id}, 'chg_test_' || n, ids[1 + n % 100], 'PROVIDER_B', (enum_range(null::"ChargeCause"))[1 + n % 7],
      case when n % 3 = 0 then 'credit_note:' else 'test:' end || n, 1 + n, 'USD', 'Charge', now(), now(), now()
    from ids, generate_series(1, ${TRANSFERS / 20}::int) n`;
  for (let start = 0; start < TRANSFERS; start += BATCH)
    await db.$executeRaw`
    with ids as (select array_agg(id) as ids from unnest(${[...customers.values()]}::text[]) id),
      moves as (select * from unnest(${MOVES.map(([debit]) => debit)}::text[], ${MOVES.map(([, credit]) => credit)}::text[],
        ${MOVES.map(([, , kind]) => kind)}::text[]) with ordinality as m (debit, credit, kind, nth))
    insert into journal_transfers (tenant_id, id, customer_id, currency, debit_account, debit_provider, credit_account, credit_provider,
      amount, kind, key, charge_id, at)
    select ${tenant.id}, 'jrn_test_' || n, ids[1 + n % 100], (array['USD', 'EUR', 'JPY'])[1 + n % 3], debit::"JournalAccount", 'PROVIDER_B',
      credit::"JournalAccount", 'PROVIDER_B', 1 + (n::bigint * 7919) % 100000, kind, 'test:' || n,
      case when n % 7 <> 0 then 'chg_test_' || (1 + n % ${TRANSFERS / 20}::int) end,
      ${range.from}::timestamptz + n * ((${range.to}::timestamptz - ${range.from}::timestamptz) / ${TRANSFERS + 1}::int)
    from ids, generate_series(${start}::int + 1, ${start}::int + ${BATCH}::int) n join moves on nth = 1 + (n / 3) % ${MOVES.length}::int`;
  await db.$executeRaw`analyze journal_transfers, charges`;

  const { status, body } = await tenant.admin.get(
    "/v1/billing/revenue/booked?from_month=2021-01&to_month=2025-12",
  );
  expect(status).toBe(200);
  const data: { currency: string; total: Record<string, number> }[] = body.data;
  const oneByOne = await db.$queryRaw<{ currency: string; figure: string; sum: number }[]>`
    ${bookedTransfers({ ...range, scope: tenant.scope, includesTestClocks: false })}
    select currency, figure, sum(signed)::float8 as sum from booked group by 1, 2 order by 1, 2`;
  const summed = oneByOne.filter(({ figure }) => figure !== "tax_on_top");
  const currencies = ["EUR", "JPY", "USD"];
  expect(summed.map(({ currency, figure }) => `${currency} ${figure}`)).toEqual(
    currencies.flatMap((currency) => FIGURES.map((figure) => `${currency} ${figure}`)),
  );
  expect(summed).toEqual(
    summed.map(({ currency, figure }) => ({
      currency,
      figure,
      sum: data.find((own) => own.currency === currency)?.total[figure],
    })),
  );
});
