import type { Draw } from "../histories/draw.ts";
import { billedOf, leftOf, leftToRefund } from "./model.ts";
import type { Action, Charges, Invoice, State, To } from "./types.ts";

/** What a person chooses; what it comes to depends on what there is when it is done, so that steps before it can be left out. */
interface Choice {
  kind: Action["do"];
  /** From 0 to below 1: which invoice, how much of it, and what else there is to choose. */
  which: number;
  part: number;
  how: number;
}

export interface Step {
  first: Choice;
  /** Done at the same moment. */
  second: Choice | null;
  /** Whether each request is sent twice, under the same key. */
  isRepeated: boolean;
}

export interface Story {
  currency: "USD" | "JPY";
  price: number;
  dueDays: number;
  steps: Step[];
}

const DAY = 86_400_000;
const CHARGES: readonly Charges[] = ["reissue", "wait", "write_off"];
export const PRICES = [0, 3000];

export function drawStory(draw: Draw): Story {
  return {
    currency: draw.chance(80) ? "USD" : "JPY",
    price: draw.chance(75) ? 3000 : 0,
    dueDays: draw.chance(40) ? 0 : 14,
    steps: Array.from({ length: draw.int(4, 14) }, () => drawStep(draw)),
  };
}

function drawStep(draw: Draw): Step {
  const first = drawChoice(draw);
  const isTogether = draw.chance(25);
  if (!isTogether) return { first, second: null, isRepeated: draw.chance(8) };
  const second = drawChoice(draw);
  // Mostly of the same invoice.
  return { first, second: draw.chance(75) ? { ...second, which: first.which } : second, isRepeated: false };
}

function drawChoice(draw: Draw): Choice {
  const kind = draw.weighted<Action["do"]>({
    pay: 22,
    note: 24,
    void: 16,
    item: 14,
    "take-back": 12,
    "one-off": 8,
    "write-off": 6,
    "due-date": 3,
    reminders: 2,
    cancel: 3,
    refund: 6,
    "take-back-refund": 5,
    reopen: 3,
  });
  const share = () => draw.int(0, 999_999) / 1e6;
  return { kind, which: share(), part: share(), how: share() };
}

/** What a choice comes to now. */
export function actionOf(state: State, { kind, which, part, how }: Choice, now: number): Action {
  if (kind === "one-off") {
    const amounts = [1000 + Math.floor(part * 4000), 500 + Math.floor(how * 900)];
    return { do: kind, amounts: which < 0.5 ? amounts : amounts.slice(1), dueDays: how < 0.3 ? 0 : 30 };
  }
  if (kind === "item") {
    const amount = how < 0.3 ? -(1 + Math.floor(part * 3500)) : 1 + Math.floor(part * 5000);
    return { do: kind, amount, isNow: which < 0.6 };
  }
  if (kind === "cancel") return { do: kind };
  const invoice = invoiceOf(state, kind, which);
  const found = state.invoices[invoice];
  if (kind === "void") return { do: kind, invoice, charges: CHARGES[Math.floor(how * 3)] ?? "wait" };
  if (kind === "write-off" || kind === "reopen") return { do: kind, invoice };
  if (kind === "refund")
    return { do: kind, invoice, amount: amountOf(found ? leftToRefund(found) : 0, part, how > 0.9) };
  if (kind === "take-back-refund")
    return { do: kind, invoice, refund: Math.floor(part * (found?.refunds.length ?? 0)) };
  if (kind === "due-date")
    return { do: kind, invoice, at: new Date(now + Math.floor((part * 80 - 10) * DAY)).toISOString() };
  if (kind === "reminders") return { do: kind, invoice, isStop: how < 0.5 };
  if (kind === "take-back")
    return { do: kind, invoice, payment: Math.floor(part * (found?.payments.length ?? 0)) };
  if (kind === "pay") {
    if (how < 0.4) return { do: kind, invoice, amount: null };
    return { do: kind, invoice, amount: amountOf(found ? leftOf(found) : 0, part, how > 0.92) };
  }
  const to: To | undefined = how < 0.45 ? "REFUND" : how < 0.85 ? "BALANCE" : undefined;
  const base = { do: kind, invoice, ...(to && { to }) } as const;
  if (part < 0.2) return base;
  if (part < 0.6 || !found)
    return { ...base, amount: amountOf(found ? billedOf(found) : 0, (part - 0.2) / 0.4, how > 0.8) };
  const line = Math.floor(((part - 0.6) / 0.4) * found.lines.length);
  const amount = amountOf(Math.abs(found.lines[line]?.amount ?? 0), which, how > 0.9);
  return { ...base, lines: [{ line, ...(how * 10 - Math.floor(how * 10) < 0.6 && { amount }) }] };
}

const SUITABLE: Partial<Record<Action["do"], (invoice: Invoice) => boolean>> = {
  pay: ({ status }) => status === "OPEN" || status === "UNCOLLECTIBLE",
  note: ({ status }) => status === "OPEN" || status === "PAID",
  refund: (invoice) => leftToRefund(invoice) > 0,
  reopen: ({ status }) => status === "UNCOLLECTIBLE",
  "take-back-refund": ({ refunds }) => refunds.some(({ isTakenBack }) => !isTakenBack),
  "take-back": ({ payments }) => payments.some(({ isTakenBack }) => !isTakenBack),
};

/** Mostly one with which that can be done, the later ones more often. */
function invoiceOf({ invoices }: State, kind: Action["do"], which: number): number {
  const isSuitable = SUITABLE[kind] ?? (({ status }) => status === "OPEN");
  const suitable = [...invoices.entries()].filter(([, invoice]) => isSuitable(invoice));
  const share = (which * 7919) % 1;
  if (which > 0.9 || suitable.length === 0) return Math.floor(share * invoices.length);
  return suitable[Math.floor(Math.sqrt(share) * suitable.length)]?.[0] ?? 0;
}

/** A part of what there is, or more than that; never less than 1, also where more was given back than is paid. */
function amountOf(most: number, part: number, isTooMuch: boolean): number {
  return isTooMuch ? Math.max(most, 0) + 1 + Math.floor(part * 100) : Math.max(1, Math.ceil(part * most));
}
