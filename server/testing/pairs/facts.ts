import type { Answer, Body, Difference } from "./answer.ts";
import { amountOf, type Future, givesAccess, limitOf, type Sale, statusOf } from "./model.ts";
import type { Subject } from "./subject.ts";

/** What the service says of a subscription and its customer. */
export interface Facts {
  status: string;
  plan_price_id: string;
  seats: number;
  pending_plan_price_id: string | null;
  canceled_at: string | null;
  ended_at: string | null;
  provider: string;
  current_period_start: string | null;
  current_period_end: string | null;
  recurring_amount: number;
  pack_id: string | null;
  /** The sum of the customer's charges that are not written off. */
  owed: number;
  /** What of it waits for the next invoice. */
  waiting: number;
  /** Which of change, ending and pause are coming. */
  coming: string;
  has_access: boolean;
  check: { allowed: boolean; limit: number | null; used: number; reason: string | null };
}

export async function readFacts(life: Subject): Promise<Facts> {
  const { id, customer, onSale } = life;
  const [subscription, ledger, check] = await Promise.all([
    life.get(`/v1/billing/subscriptions/${id}`),
    life.get(`/v1/billing/ledger?customer=${customer}&limit=200`),
    life.get(`/v1/billing/entitlements/${onSale.calls}?customer=${customer}`),
  ]);
  const { body } = subscription;
  if (subscription.status !== 200) throw new Error(JSON.stringify(body));
  const charges: Body[] = ledger.body.data.filter(({ state }: Body) => state !== "written_off");
  const sum = (some: Body[]) => some.reduce((total, { amount }) => total + amount, 0);
  // Credit that is carried on is no charge of its own.
  const isOwn = ({ cause }: Body) => cause !== "CREDIT" && cause !== "CARRIED";
  return {
    status: body.status,
    plan_price_id: body.plan_price_id,
    seats: body.drivers.find(({ feature_key }: Body) => feature_key === onSale.seats)?.steps ?? 0,
    pending_plan_price_id: body.pending_plan_price_id,
    canceled_at: body.canceled_at,
    ended_at: body.ended_at,
    provider: body.provider,
    current_period_start: body.current_period_start,
    current_period_end: body.current_period_end,
    recurring_amount: body.recurring_amount,
    pack_id: body.pack_id,
    owed: sum(charges.filter(isOwn)),
    waiting: sum(charges.filter(({ state }) => state === "waiting")),
    coming: ["change", "ending", "pause"].filter((part) => body.coming?.[part]).join(", "),
    has_access: body.has_access,
    check: {
      allowed: check.body.allowed,
      limit: check.body.limit,
      used: check.body.used,
      reason: check.body.reason ?? null,
    },
  };
}

export function compareFacts(life: Subject, when: string, found: Facts): Difference[] {
  const { future, onSale, plan } = life;
  const differences: Difference[] = [];
  if (future.isOpen) return differences;
  const same = (fact: string, expected: unknown, is: unknown) => {
    if (expected !== is) differences.push({ when, fact, expected, found: is });
  };
  same("status", statusOf(future), found.status);
  const prices = [onSale.price(future.sale)];
  if (plan.isTrial && future.sale.plan === "basic" && future.sale.interval === "MONTH")
    prices.push(onSale.trialPrice);
  if (!prices.includes(found.plan_price_id))
    same("plan_price_id", `${future.sale.plan} ${future.sale.interval}`, nameOf(life, found.plan_price_id));
  same("seats", future.sale.seats, found.seats);
  const comes = future.comes ? onSale.price(future.comes) : null;
  const isSamePrice = future.comes !== null && prices.includes(comes ?? "");
  if (!(isSamePrice && prices.includes(found.pending_plan_price_id ?? "")))
    same("pending_plan_price_id", nameOf(life, comes), nameOf(life, found.pending_plan_price_id));
  same("canceled_at is set", future.isEnding || future.isEnded, found.canceled_at !== null);
  same("ended_at is set", future.isEnded, found.ended_at !== null);
  same("coming", comingOf(future), found.coming);
  same("has_access", givesAccess(future), found.has_access);
  same("provider", future.provider, found.provider);
  same("recurring_amount", amountOf(future.sale), found.recurring_amount);
  // The invoice of a change that waits for its cardholder is open already.
  const waits = future.waits && found.owed === future.owed + future.waits.price;
  if (!waits) same("charged in all", future.owed, found.owed);
  if (!future.isEnded)
    same(
      "current_period_end",
      new Date(future.period.end).toISOString(),
      found.current_period_end && new Date(found.current_period_end).toISOString(),
    );
  compareCheck(life, same, found);
  return differences;
}

function comingOf({ comes, waits, isEnding, isPaused }: Future): string {
  const parts = { change: comes !== null || waits !== null, ending: isEnding, pause: isPaused };
  return Object.entries(parts)
    .flatMap(([part, is]) => (is ? [part] : []))
    .join(", ");
}

function compareCheck(
  { future }: Subject,
  same: (fact: string, expected: unknown, found: unknown) => void,
  { check }: Facts,
): void {
  if (!givesAccess(future)) {
    same("allowed", false, check.allowed);
    if (future.isEnded) same("reason", "ENDED", check.reason);
    return;
  }
  same("limit", limitOf(future), check.limit);
  if (future.used === null) return;
  if (!future.held) same("used", future.used, check.used);
}

/** A quote is a promise: what is charged now, and what the next period costs. */
export function compareQuote(
  life: Subject,
  when: string,
  given: { answer: Answer; before: Facts; charged: number; to: Sale; effective: "now" | "period_end" },
): void {
  const { quote, isDone } = given.answer;
  const { before, charged, to, effective } = given;
  const { future } = life;
  if (!isDone || future.isOpen) return;
  // A change that is invoiced takes along what waits.
  const promised = [quote.total, quote.total - before.waiting];
  if (effective === "now" && !promised.includes(charged))
    life.differ(when, "charged now, against the quote", quote.total, charged);
  if (future.isPaused) return;
  const next = future.isEnding ? null : amountOf(to);
  const quoted = quote.next?.amount ?? null;
  if (quoted !== next) life.differ(when, "the quote's next period", next, quoted);
}

function nameOf({ onSale }: Subject, price: string | null): string | null {
  if (price === null) return null;
  for (const plan of ["basic", "pro", "max"] as const)
    for (const interval of ["MONTH", "WEEK"] as const)
      if (onSale.price({ plan, interval }) === price) return `${plan} ${interval}`;
  return price === onSale.trialPrice ? "basic with trial" : price;
}
