import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { CardProvider, PriceItem, TaxBehavior } from "../../../../providers/port.ts";
import type { PackWithEntitlements, PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import {
  findProviderId,
  findReferences,
  keepProviderId,
} from "../../../tenants/provider/provider-references.ts";
import { type DriverChoice, linesOf, type SaleLine } from "../sale-lines.ts";

/** What is sold at the card provider. */
export interface Sale {
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
  drivers: DriverChoice[];
  /** Whether the prices contain taxes; null: as the provider's tax settings say. */
  taxBehavior: TaxBehavior | null;
}

/**
 * The provider's prices for one of ours: the plan's own, and one for each driver with steps. Created at the provider the first time they
 * are sold, and stored in the references table. Throws quantity_invalid.
 */
export async function ensureProviderItems(
  scope: Scope,
  provider: CardProvider,
  sale: Sale,
): Promise<PriceItem[]> {
  const items: PriceItem[] = [];
  for (const line of linesOf(sale.price, sale.pack, sale.drivers)) {
    const priceId = await ensurePrice(scope, provider, sale, line);
    items.push({ priceId, quantity: line.quantity });
  }
  return items;
}

/** The bought steps of each driver, from the provider's items: on a hosted page the customer may have changed them. */
export async function readDrivers(
  scope: Scope,
  sale: { price: PlanPriceWithPlan; pack: PackWithEntitlements },
  items: PriceItem[],
): Promise<{ featureId: string; steps: number }[]> {
  const keys = new Map(
    sale.pack.entitlements.map(({ id, featureId }) => [`${sale.price.id}/${id}`, featureId]),
  );
  const providerId = { in: items.map(({ priceId }) => priceId) };
  const references = await findReferences(scope.db, scope, "PRICE", { providerId });
  return references.flatMap((reference) => {
    const featureId = keys.get(parsePriceKey(reference.objectId).key);
    const item = items.find(({ priceId }) => priceId === reference.providerId);
    return featureId !== undefined && item ? [{ featureId, steps: item.quantity }] : [];
  });
}

const BEHAVIORS = ["INCLUSIVE", "EXCLUSIVE"] as const satisfies TaxBehavior[];

/**
 * The key of a price by what it says of taxes. Stripe: "Once specified as either inclusive or exclusive, it cannot be changed"
 * (PriceUpdateParams.tax_behavior in the SDK), so that each has a price of its own.
 */
export function priceKeyOf(key: string, taxBehavior: TaxBehavior | null): string {
  return taxBehavior === null ? key : `${key}:${taxBehavior}`;
}

/** The key of our price, and what the provider's price by the key says of taxes. */
export function parsePriceKey(text: string): { key: string; taxBehavior: TaxBehavior | null } {
  const taxBehavior = BEHAVIORS.find((one) => text.endsWith(`:${one}`)) ?? null;
  return { key: taxBehavior === null ? text : text.slice(0, -taxBehavior.length - 1), taxBehavior };
}

async function ensurePrice(
  scope: Scope,
  provider: CardProvider,
  { price, taxBehavior }: Sale,
  line: SaleLine,
): Promise<string> {
  const key = priceKeyOf(line.key, taxBehavior);
  const known = await findProviderId(scope.db, scope, "PRICE", key, provider);
  if (known !== null) return known;
  const productId = await ensureProduct(scope, provider, line);
  const { currency, interval } = price;
  const made = await provider.ensurePrice({
    key,
    productId,
    amount: line.amount,
    currency,
    interval,
    taxBehavior,
  });
  const reference = { kind: "PRICE", objectId: key, providerId: made.id } as const;
  await keepProviderId(scope.db, scope, reference, provider);
  return made.id;
}

/** What the provider's price of a subscription says of taxes, by our references; null where it does not say, or is none of ours. */
export async function findTaxBehavior(
  tx: Tx,
  scope: Scope,
  { items }: { items: PriceItem[] },
): Promise<TaxBehavior | null> {
  const providerId = { in: items.map(({ priceId }) => priceId) };
  const [first] = await findReferences(tx, scope, "PRICE", { providerId });
  return first ? parsePriceKey(first.objectId).taxBehavior : null;
}

async function ensureProduct(
  scope: Scope,
  provider: CardProvider,
  { productKey: key, name }: SaleLine,
): Promise<string> {
  const known = await findProviderId(scope.db, scope, "PRODUCT", key, provider);
  if (known !== null) return known;
  const made = await provider.ensureProduct({ key, name });
  const reference = { kind: "PRODUCT", objectId: key, providerId: made.id } as const;
  await keepProviderId(scope.db, scope, reference, provider);
  return made.id;
}
