import { z } from "zod";
import type { InvoiceLine } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getPackWithEntitlements, readPlanPrice } from "../../../catalog/get-plan-price.ts";
import { findOwed, isUnowedAt } from "../../charges/find-owed.ts";
import { type ChargedItem, chargePeriod, type Priced } from "../../invoices/rules.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { linesOf } from "../sync/provider-prices.ts";
import type { PlanChange } from "./plan-change.ts";
import { remainingTime } from "./proration.ts";

/** The items that a subscription pays for each period: its plan, and each driver's steps. K6009. */
export function pricedItems({ price, pack, drivers }: PlanChange): Priced[] {
  return linesOf(price, pack, drivers).map(({ amount, quantity, name, featureId }) => ({
    item: featureId ?? "plan",
    description: quantity === 1 ? name : `${quantity} × ${name}`,
    amount: amount * BigInt(quantity),
  }));
}

/**
 * What the card provider charged for the current period of a subscription that comes from it: the full prices, which a change here
 * then credits.
 */
export async function presentCharges(tx: Tx, scope: Scope, row: LoadedSubscription) {
  const { currentPeriodStart: start, currentPeriodEnd: end, status } = row;
  if (!start || !end || status === "TRIALING") return [];
  const { charged } = chargePeriod(row.id, await presentItems(tx, scope, row), { start, end });
  return storeCharges(charged.map((one) => ({ ...one, chargeKey: null })));
}

/** The items that a subscription pays for each period now. */
export async function presentItems(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<Priced[]> {
  const price = await readPlanPrice(tx, scope, row.planPriceId);
  const pack = row.packId === null ? null : await getPackWithEntitlements(tx, scope, row.packId);
  if (!pack) return [];
  const drivers = row.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return pricedItems({ price, pack, drivers });
}

const StoredCharges = z.array(
  z.object({
    item: z.string(),
    description: z.string(),
    price: z.string().transform(BigInt),
    amount: z.string().transform(BigInt),
    start: z.iso.datetime().transform((moment) => new Date(moment)),
    end: z.iso.datetime().transform((moment) => new Date(moment)),
    /** Left out by older versions. */
    chargeKey: z.string().nullable().default(null),
  }),
);

/** What is charged for the current period. */
export interface OwedItems {
  /** Only what is owed or paid: its charge waits, or is on an invoice that is open or paid. */
  charged: ChargedItem[];
  /** Whether the period has a price and no item of it is owed or paid: its invoice is void, or it began in a pause. */
  isUnowed: boolean;
}

/**
 * What was charged for the current period of a subscription, as far as it is owed or paid. At the card provider, which prorates by
 * itself, only whether the period is unowed at a moment.
 */
export async function owedItems(tx: Tx, scope: Scope, row: LoadedSubscription, at: Date): Promise<OwedItems> {
  if (row.provider === "PROVIDER_A")
    return { charged: [], isUnowed: await isUnowedAt(tx, scope, row.id, at) };
  const stored = StoredCharges.parse(row.charged);
  const known = await withKeys(tx, scope, row.id, stored);
  const owed = await findOwed(
    tx,
    scope,
    known.flatMap(({ chargeKey }) => chargeKey ?? []),
  );
  const charged = known.filter(({ chargeKey }) => chargeKey === null || owed.has(chargeKey));
  const costs = ({ price }: ChargedItem) => price > 0n;
  const hasPrice = row.planPrice.amount > 0n || known.some(costs);
  return { charged, isUnowed: hasPrice && !charged.some(costs) };
}

/**
 * Finds the charges of items that an older version stored, by what their lines said: each line is of one item. A line of an invoice
 * that it voided has the key of a charge that was never made.
 */
async function withKeys(
  tx: Tx,
  scope: Scope,
  subscriptionId: string,
  stored: ChargedItem[],
): Promise<ChargedItem[]> {
  if (stored.every(({ chargeKey, amount }) => chargeKey !== null || amount === 0n)) return stored;
  const lines = [
    ...(await findStoredLines(tx, scope, subscriptionId)),
    ...(await findVoidLines(tx, scope, subscriptionId)),
  ];
  const used = new Set(stored.map(({ chargeKey }) => chargeKey));
  return stored.map((one) => {
    if (one.chargeKey !== null) return one;
    const line = lines.find((line) => !used.has(line.key) && isLineOf(line, one));
    if (line) used.add(line.key);
    return { ...one, chargeKey: line?.key ?? null };
  });
}

type StoredLine = Pick<InvoiceLine, "amount" | "description" | "periodStart" | "periodEnd"> & { key: string };

function findStoredLines(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<StoredLine[]> {
  const where = { tenantId, subscriptionId, cause: "LEGACY" } as const;
  return tx.charge.findMany({ where, orderBy: { id: "asc" } });
}

async function findVoidLines(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<StoredLine[]> {
  const invoice = { subscriptionId, provider: "PROVIDER_B", status: "VOID" } as const;
  const lines = await tx.invoiceLine.findMany({ where: { tenantId, invoice }, orderBy: { id: "asc" } });
  return lines.map((line) => ({ ...line, key: `line:${line.id}` }));
}

function isLineOf(line: StoredLine, { amount, start, end, description }: ChargedItem): boolean {
  return (
    line.amount === amount &&
    line.periodStart?.getTime() === start.getTime() &&
    line.periodEnd?.getTime() === end.getTime() &&
    [description, remainingTime(description)].includes(line.description)
  );
}

/** The same, to be stored: amounts as text, because JSON only has floats. */
export function storeCharges(charged: ChargedItem[]) {
  return charged.map(({ price, amount, start, end, ...rest }) => ({
    ...rest,
    price: `${price}`,
    amount: `${amount}`,
    start: start.toISOString(),
    end: end.toISOString(),
  }));
}
