import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readSortedPage } from "../../../platform/sorted-page.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { monthlyOf } from "../terms/yearly-amount.ts";
import type { ListMovements, MovementRows } from "./list-movements-schema.ts";
import { type MovementKind, movesBefore } from "./moves.ts";

interface Row {
  id: string;
  sort_key: string;
  payer: string;
  currency: string;
  at: Date;
  kind: MovementKind;
  change: string;
  after: string;
}

/** A payer has one change in a currency at a moment. */
const ID = Prisma.sql`(m.payer || '_' || m.currency || '_' || (extract(epoch from m.at) * 1000)::bigint)`;

/** What changed the recurring revenue, newest first. Throws customer_not_found. */
export async function listMovements(
  scope: Scope,
  input: z.output<typeof ListMovements>,
): Promise<z.output<typeof MovementRows>> {
  const { db, clock, tenantId } = scope;
  const { by, include_test_clocks: includesTestClocks } = input;
  const until = input.to === undefined ? clock.now() : new Date(input.to);
  const customer = input.customer === undefined ? null : await getCustomerOrThrow(db, scope, input.customer);
  const conditions = [
    ...(input.from === undefined ? [] : [Prisma.sql`and m.at >= ${new Date(input.from)}`]),
    ...(input.kind === undefined ? [] : [Prisma.sql`and m.kind = ${input.kind}`]),
    ...(input.currency === undefined ? [] : [Prisma.sql`and m.currency = ${input.currency}`]),
    ...(customer === null ? [] : [ofCustomer(scope, by, customer.id)]),
  ];
  const found = new Map<string, Row>();
  return readSortedPage(
    { by: Prisma.sql`m.at`, type: "timestamptz" },
    ID,
    { ...input, order: "desc" },
    async ({ key, after, order }) => {
      const rows = await db.$queryRaw<Row[]>`
        ${movesBefore(scope, { by, includesTestClocks }, until)}
        select ${ID} as id, ${key} as sort_key, m.payer, m.currency, m.at, m.kind, m.change::text, m.after::text from moves m
        where true ${Prisma.join([Prisma.empty, ...conditions, Prisma.empty], " ")} ${after} ${order}`;
      for (const row of rows) found.set(row.id, row);
      return rows;
    },
    async (ids) => {
      const shown = ids.flatMap((id) => found.get(id) ?? []);
      const payers = { in: shown.map(({ payer }) => payer) };
      const customers = await db.customer.findMany({
        where: {
          tenantId,
          ...(by === "customer" ? { id: payers } : { subscriptions: { some: { id: payers } } }),
        },
        include: { subscriptions: { where: { id: payers }, select: { id: true } } },
      });
      const ofPayer = new Map(
        customers.flatMap((one) => [one.id, ...one.subscriptions.map(({ id }) => id)].map((id) => [id, one])),
      );
      return shown.flatMap((row) => {
        const payer = ofPayer.get(row.payer);
        return payer ? [{ ...view(row, by), customer: viewCustomerSummary(payer) }] : [];
      });
    },
  );
}

function ofCustomer({ tenantId }: Scope, by: "customer" | "subscription", id: string): Prisma.Sql {
  return by === "customer"
    ? Prisma.sql`and m.payer = ${id}`
    : Prisma.sql`and m.payer in (select s.id from subscriptions s where s.tenant_id = ${tenantId} and s.customer_id = ${id})`;
}

function view({ id, payer, currency, at, kind, change, after }: Row, by: "customer" | "subscription") {
  const [mrrBefore, mrrAfter] = [monthlyOf(BigInt(after) - BigInt(change)), monthlyOf(BigInt(after))];
  return {
    id,
    at: at.toISOString(),
    kind,
    currency,
    subscription_id: by === "subscription" ? payer : null,
    mrr_before: toWireAmount(mrrBefore),
    mrr_after: toWireAmount(mrrAfter),
    change: toWireAmount(mrrAfter - mrrBefore),
    yearly_change: toWireAmount(BigInt(change)),
  };
}
