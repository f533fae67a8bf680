import type { z } from "zod";
import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Sum } from "../../../platform/money.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { showCharge, viewCharges } from "./load-charge.ts";
import type * as schema from "./schema.ts";
import { CHARGE_PARTS, viewFacts } from "./view-charge.ts";

type Filters = z.output<typeof schema.ListCharges>;

/** The placement of a charge in each state. */
const PLACEMENT = {
  waiting: { kind: "WAITING" },
  sent: { kind: "INVOICE", invoiceId: null },
  invoiced: { kind: "INVOICE", invoiceId: { not: null } },
  held: { kind: "HELD" },
  written_off: { kind: "WRITTEN_OFF" },
  balance: { kind: "BALANCE" },
} as const satisfies Record<z.output<typeof schema.ChargeState>, Prisma.ChargePlacementWhereInput>;

/** Charges of the tenant, newest first, with their transfers. Throws customer_not_found. */
export async function listCharges(scope: Scope, input: Filters): Promise<z.output<typeof schema.ChargePage>> {
  const { db, tenantId } = scope;
  const where = await chargesOf(scope, input);
  const rows = await db.charge.findMany({ ...newestFirst(tenantId, input, where), include: CHARGE_PARTS });
  const views = await viewCharges(db, scope, rows);
  return toPage(views, input.limit, (view) => view);
}

/** As listCharges, for a table: with the customer, without transfers. Throws customer_not_found. */
export async function browseCharges(
  scope: Scope,
  input: Filters,
): Promise<z.output<typeof schema.ChargeRows>> {
  const { db, tenantId } = scope;
  const where = await chargesOf(scope, input);
  const rows = await db.charge.findMany({
    ...newestFirst(tenantId, input, where),
    include: { ...CHARGE_PARTS, customer: true },
  });
  return toPage(rows, input.limit, (row) => ({
    ...viewFacts(row),
    customer: viewCustomerSummary(row.customer),
  }));
}

/** One charge with its transfers. Throws charge_not_found. */
export function getCharge(
  scope: Scope,
  { id }: z.output<typeof schema.ChargeId>,
): Promise<z.output<typeof schema.Charge>> {
  return showCharge(scope.db, scope, id);
}

/** How many charges of the tenant wait for a decision. */
export async function countHeld({ db, tenantId }: Scope): Promise<z.output<typeof schema.HeldCount>> {
  const held = await db.chargePlacement.count({
    where: { tenantId, kind: "HELD", endedAt: null, invoiceId: null },
  });
  return { held };
}

/** What those charges come to by currency, minor units: credits count as charges do, because each is money to decide about. */
export function sumHeld({ db, tenantId }: Scope): Promise<Sum[]> {
  return db.$queryRaw`
    select c.currency, count(*)::int as count, sum(abs(c.amount))::bigint as amount
    from charge_placements p
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
    where p.tenant_id = ${tenantId} and p.kind = 'HELD' and p.ended_at is null and p.invoice_id is null
    group by c.currency`;
}

async function chargesOf(scope: Scope, input: Filters): Promise<Prisma.ChargeWhereInput> {
  const { customer: named, subscription_id: subscriptionId, invoice_id: invoiceId } = input;
  const customer = named === undefined ? null : await getCustomerOrThrow(scope.db, scope, named);
  return {
    ...(customer && { customerId: customer.id }),
    ...(subscriptionId && { subscriptionId }),
    ...(input.currency && { currency: input.currency }),
    AND: [
      invoiceId ? { placements: { some: { invoiceId } } } : {},
      input.state ? { placements: { some: { endedAt: null, ...PLACEMENT[input.state] } } } : {},
    ],
  };
}
