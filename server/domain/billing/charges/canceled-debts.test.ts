import { expect, it } from "vitest";
import { aDatabaseBefore } from "../../../testing/before-migration.ts";

const ADDED = "20261126170000_canceled_debts_of_credit";

const CHARGES = [
  // A debt of credit whose invoice was voided.
  { id: "debt", cause: "CREDIT", amount: 700, code: "DECIDED" },
  // The same, of which a person decided anew: it is owed again.
  { id: "owed", cause: "CREDIT", amount: 500, code: "VOIDED", isEnded: true },
  // Credit that nobody uses, and what of it was never used.
  { id: "credit", cause: "CREDIT", amount: -400, code: "DECIDED" },
  { id: "taken", cause: "CREDIT", amount: 300, code: "TAKEN_BACK" },
  // A charge that is no credit.
  { id: "other", cause: "ITEM", amount: 200, code: "DECIDED" },
];

/** What is written off of each, and ended where it is owed again, as a version before posted it: all of it under WRITTEN_OFF. */
const WRITTEN = `
  alter table charges disable trigger user;
  alter table charge_placements disable trigger user;
  ${CHARGES.map(
    ({ id, cause, amount, code, isEnded = false }) => `
  insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
    values ('ten_1', '${id}', 'cus_1', 'PROVIDER_B', '${cause}', 'key:${id}', ${amount}, 'USD', 'd', now(), now(), now());
  insert into charge_placements (tenant_id, id, charge_id, kind, code, actor_type, actor_id, created_at, ended_at)
    values ('ten_1', 'place_${id}', '${id}', 'WRITTEN_OFF', '${code}', 'SYSTEM', 's', now(), ${isEnded ? "now()" : "null"});
  select usher_transfer('ten_1', 'cus_1', 'USD', ${amount}, '${homeOf(cause)}', 'PROVIDER_B', 'WRITTEN_OFF', 'PROVIDER_B',
    'WRITTEN_OFF', 'place_${id}:placed', '${id}', null, '2026-10-31T12:00:00Z');
  ${
    isEnded
      ? `select usher_transfer('ten_1', 'cus_1', 'USD', ${amount}, 'WRITTEN_OFF', 'PROVIDER_B', '${homeOf(cause)}', 'PROVIDER_B',
    'ENDED', 'place_${id}:ended', '${id}', null, '2026-11-01T12:00:00Z');`
      : ""
  }`,
  ).join("")}
  alter table charges enable trigger user;
  alter table charge_placements enable trigger user;
`;

function homeOf(cause: string): string {
  return cause === "CREDIT" ? "CREDIT" : "UNBILLED";
}

it("a debt of credit that was given up is canceled billing after the migration, in its month, and nothing else is", {
  tags: ["long"],
}, async () => {
  const database = await aDatabaseBefore(ADDED);
  await database.query(WRITTEN);
  const read = `select charge_id as of, debit_account::text as debit, credit_account::text as credit, amount::int, at
    from journal_transfers order by at, charge_id`;
  const before = await database.query(read);
  const accountsOf = (rows: typeof before) => rows.map(({ of, debit, credit }) => [of, debit, credit]);
  expect(accountsOf(before)).toEqual([
    ["credit", "CREDIT", "WRITTEN_OFF"],
    ["debt", "WRITTEN_OFF", "CREDIT"],
    ["other", "WRITTEN_OFF", "UNBILLED"],
    ["owed", "WRITTEN_OFF", "CREDIT"],
    ["taken", "WRITTEN_OFF", "CREDIT"],
    ["owed", "CREDIT", "WRITTEN_OFF"],
  ]);
  expect(await database.migrate()).toContain(ADDED);
  const after = await database.query(read);
  expect(accountsOf(after)).toEqual([
    ["credit", "CREDIT", "WRITTEN_OFF"],
    ["debt", "CANCELED", "CREDIT"],
    ["other", "WRITTEN_OFF", "UNBILLED"],
    ["owed", "CANCELED", "CREDIT"],
    ["taken", "WRITTEN_OFF", "CREDIT"],
    ["owed", "CREDIT", "CANCELED"],
  ]);
  const booked = (rows: typeof before) => rows.map(({ of, amount, at }) => [of, amount, at]);
  expect(booked(after)).toEqual(booked(before));
  await expect(database.query("update journal_transfers set amount = 1")).rejects.toThrow("append-only");
});
