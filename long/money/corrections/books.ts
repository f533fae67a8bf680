import { INVARIANTS } from "../../../server/doctor/invariants.ts";
import type { World } from "../../../server/testing/world.ts";
import type { Service } from "../histories/service.ts";
import { booksOf } from "./model.ts";
import type { Played } from "./play.ts";

/** What the journal of each customer says, against the model. */
export async function journalDiffers({ services }: World, played: Played[]): Promise<string[]> {
  const rows = await services.db.$queryRaw<{ customer_id: string; account: string; amount: bigint }[]>`
    select t.customer_id, side.account::text, sum(side.moved)::bigint as amount
    from journal_transfers t
    cross join lateral (values (t.debit_account, t.amount), (t.credit_account, -t.amount)) as side (account, moved)
    where t.customer_id = any(${played.map(({ customer }) => customer)})
    group by 1, 2`;
  return played
    .filter(({ difference }) => !difference)
    .flatMap(({ customer, state, log }) => {
      const of = (...accounts: string[]) =>
        rows
          .filter((row) => row.customer_id === customer && accounts.includes(row.account))
          .reduce((sum, { amount }) => sum + Number(amount), 0);
      const found = {
        receivable: of("RECEIVABLE"),
        cash: of("CASH"),
        discount: of("DISCOUNT"),
        writtenOff: of("WRITTEN_OFF"),
        canceled: of("CANCELED"),
        waiting: of("UNBILLED", "CREDIT"),
      };
      const wanted = booksOf(state);
      const isSame = JSON.stringify(found) === JSON.stringify(wanted);
      const text = `the journal of ${customer} says ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`;
      return isSame ? [] : [text, ...log.map((step) => `    ${step}`)];
    });
}

/** Numbers of a tenant's documents that are missing or were given twice. */
export async function gapsIn(service: Service): Promise<string[]> {
  const gaps: string[] = [];
  for (const path of ["/v1/billing/invoices", "/v1/billing/credit-notes"]) {
    const documents = await service.list(path);
    const numbers = documents.map(({ number }) => Number(number.match(/\d+$/)[0])).sort((a, b) => a - b);
    const wrong = numbers.findIndex((number, at) => number !== at + 1);
    if (wrong >= 0) gaps.push(`${path}: after ${wrong} comes ${numbers[wrong]}`);
  }
  return gaps;
}

/** What the doctor finds wrong with a tenant: one after the other, as customers are many and their rows few. */
export async function invariantsBroken({ services }: World, tenantId: string): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of INVARIANTS) {
    const rows = await services.db.$queryRawUnsafe<{ id: string; wrong: string }[]>(
      `select * from (${sql}) found where tenant_id = $1 limit 5`,
      tenantId,
    );
    broken.push(...rows.map(({ id, wrong }) => `${name}: ${id} ${wrong}`));
  }
  return broken;
}
