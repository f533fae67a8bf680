import type Stripe from "stripe";
import { amountsTaken } from "../billing/discounts.ts";
import { productName } from "../billing/lines.ts";
import { makeLineItem } from "../objects/checkout-session.ts";
import type { HiddenOrder, OrderedItem } from "../routes/checkout-sessions.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";

/** What a checkout page shows now: the session's order with what the customer has chosen since. */
export interface Order {
  items: (OrderedItem & { name: string; unitAmount: number; recurring: Stripe.Price.Recurring | null })[];
  currency: string;
  /** The promotion code as it was typed, and the coupon behind it. */
  code: string;
  promotion: { id: string; coupon: Stripe.Coupon } | null;
  subtotal: number;
  discount: number;
}

/** Reads the order, and lays over it the quantities and the promotion code of a form. */
export async function orderOf(
  store: Store,
  session: Stripe.Checkout.Session,
  form: URLSearchParams | null,
): Promise<Order> {
  const { items: kept = [] } = await store.hidden<HiddenOrder>(session.id);
  const items: Order["items"] = [];
  for (const [index, item] of kept.entries()) {
    const price = await store.get<Stripe.Price>("price", item.price);
    const name = await productName(store, price);
    const quantity = quantityOf(item, form?.get(`quantity.${index}`) ?? null, name);
    items.push({ ...item, quantity, name, unitAmount: price.unit_amount ?? 0, recurring: price.recurring });
  }
  const code = (form?.get("promotion_code") ?? "").trim();
  const promotion = session.allow_promotion_codes && code !== "" ? await find(store, session, code) : null;
  const amounts = items.map(({ unitAmount, quantity }) => unitAmount * quantity);
  const subtotal = sum(amounts);
  const discount = promotion ? sum(amountsTaken(promotion.coupon, amounts)) : 0;
  return { items, currency: session.currency ?? "usd", code, promotion, subtotal, discount };
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function quantityOf({ quantity, adjustable }: OrderedItem, sent: string | null, name: string): number {
  if (!adjustable || sent === null) return quantity;
  const wanted = /^\d{1,6}$/.test(sent) ? Number(sent) : -1;
  if (wanted >= adjustable.least && wanted <= adjustable.most) return wanted;
  const message = `${name}: choose between ${adjustable.least} and ${adjustable.most}.`;
  throw new Failure({ status: 400, type: "invalid_request_error", message });
}

async function find(
  store: Store,
  session: Stripe.Checkout.Session,
  code: string,
): Promise<Order["promotion"]> {
  const where = { code: code.toUpperCase(), active: true };
  const [found] = await store.all<Stripe.PromotionCode>("promotion_code", { where });
  const coupon = found && (await store.find<Stripe.Coupon>("coupon", String(found.promotion.coupon)));
  const isLate = (moment: number | null | undefined) => typeof moment === "number" && moment <= store.now;
  const isForOther = found?.customer != null && found.customer !== session.customer;
  const isForeign = coupon?.currency != null && coupon.currency !== session.currency;
  const isOver = isLate(found?.expires_at) || isLate(coupon?.redeem_by) || !coupon?.valid;
  if (!found || !coupon || isOver || isForOther || isForeign) {
    const message = `The promotion code ${code} is not valid here.`;
    throw new Failure({ status: 400, type: "invalid_request_error", message });
  }
  return { id: found.id, coupon };
}

/** Keeps what the customer chose: the session then sells just that. */
export async function keepOrder(
  store: Store,
  session: Stripe.Checkout.Session,
  { items, promotion }: Order,
): Promise<Stripe.Checkout.Session> {
  const lines: Stripe.LineItem[] = [];
  for (const { price: id, quantity, name } of items) {
    if (quantity > 0) lines.push(makeLineItem(await store.get<Stripe.Price>("price", id), quantity, name));
  }
  const order: Partial<HiddenOrder> = {
    items: items.map(({ price, quantity, adjustable }) => ({ price, quantity, adjustable })),
    ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
  };
  const list = session.line_items;
  return store.put<Stripe.Checkout.Session>(
    { ...session, ...(list && { line_items: { ...list, data: lines } }) },
    order,
  );
}
