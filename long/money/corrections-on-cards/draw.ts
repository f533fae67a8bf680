import type { Draw } from "../histories/draw.ts";
import type { Action, Invoice, State, To } from "./model.ts";
import { leftOnCard, paidOf, refundedOf, totalOf } from "./model.ts";

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
  /** Done at the same moment, of the same invoice. */
  second: Choice | null;
  /** Whether a request to us is sent twice, under the same key. */
  isRepeated: boolean;
  /** Callbacks that are lost. */
  lost: number;
}

export interface Story {
  currency: "USD" | "JPY";
  steps: Step[];
}

export const PRICE = 3000;

export function drawStory(draw: Draw): Story {
  return {
    currency: draw.chance(80) ? "USD" : "JPY",
    steps: Array.from({ length: draw.int(3, 9) }, () => drawStep(draw)),
  };
}

function drawStep(draw: Draw): Step {
  const first = drawChoice(draw);
  const second = draw.chance(25) ? { ...drawChoice(draw), which: first.which } : null;
  const lost = draw.chance(30) ? draw.int(1, 12) : 0;
  return { first, second, isRepeated: second === null && draw.chance(10), lost };
}

function drawChoice(draw: Draw): Choice {
  const kind = draw.weighted<Action["do"]>({
    note: 26,
    refund: 12,
    "write-off": 5,
    "stripe-invoice": 16,
    "stripe-pay": 10,
    "stripe-note": 9,
    "stripe-refund": 8,
    "stripe-dispute": 8,
    "stripe-close": 6,
  });
  const share = () => draw.int(0, 999_999) / 1e6;
  return { kind, which: share(), part: share(), how: share() };
}

/** What a choice comes to now; null where there is nothing to do it with. */
export function actionOf(state: State, { kind, which, part, how }: Choice): Action | null {
  if (kind === "stripe-invoice") {
    const amounts = [1000 + Math.floor(part * 4000), 500 + Math.floor(how * 900)];
    return { do: kind, amounts: which < 0.5 ? amounts : amounts.slice(1) };
  }
  const invoice = invoiceOf(state, kind, which);
  const found = state.invoices[invoice];
  if (!found) return null;
  const to: To = how < 0.5 ? "REFUND" : "BALANCE";
  if (kind === "write-off" || kind === "stripe-pay") return { do: kind, invoice };
  if (kind === "refund") {
    const most = Math.max(0, paidOf(found) - refundedOf(found));
    return part < 0.25
      ? { do: kind, invoice }
      : { do: kind, invoice, amount: amountOf(most, part, how > 0.85) };
  }
  if (kind === "stripe-close") return found.dispute ? { do: kind, invoice, isWon: how < 0.5 } : null;
  if (kind === "stripe-refund" || kind === "stripe-dispute") {
    const most = leftOnCard(found);
    return most > 0 && !(kind === "stripe-dispute" && found.dispute)
      ? { do: kind, invoice, amount: amountOf(most, part, false) }
      : null;
  }
  if (kind === "stripe-note") {
    // Of an open one a part that was not paid yet.
    const most = found.status === "OPEN" ? totalOf(found) - found.creditUsed - found.offDue : totalOf(found);
    return { do: kind, invoice, amount: amountOf(most, part * 0.7, false), to };
  }
  const base = { do: kind, invoice, isByHand: how > 0.35 && how < 0.5, ...(how < 0.92 && { to }) } as const;
  if (part < 0.2) return base;
  if (part < 0.6) return { ...base, amount: amountOf(totalOf(found), (part - 0.2) / 0.4, how > 0.85) };
  const line = Math.floor(((part - 0.6) / 0.4) * found.lines.length);
  const amount = amountOf(found.lines[line]?.amount ?? 0, which, how > 0.88);
  return { ...base, line, ...(how * 10 - Math.floor(how * 10) < 0.6 && { amount }) };
}

const SUITABLE: Partial<Record<Action["do"], (invoice: Invoice) => boolean>> = {
  "write-off": ({ status }) => status === "OPEN",
  "stripe-pay": ({ status }) => status !== "PAID",
  "stripe-close": ({ dispute }) => dispute?.status === "OPEN",
};

/** Mostly one with which that can be done, the later ones more often. */
function invoiceOf({ invoices }: State, kind: Action["do"], which: number): number {
  const isSuitable = SUITABLE[kind] ?? (({ status }) => status !== "UNCOLLECTIBLE");
  const suitable = [...invoices.entries()].filter(([, invoice]) => isSuitable(invoice));
  const share = (which * 7919) % 1;
  if (which > 0.9 || suitable.length === 0) return Math.floor(share * invoices.length);
  return suitable[Math.floor(Math.sqrt(share) * suitable.length)]?.[0] ?? 0;
}

/** A part of what there is, or more than that. */
function amountOf(most: number, part: number, isTooMuch: boolean): number {
  return isTooMuch ? most + 1 + Math.floor(part * 100) : Math.max(1, Math.ceil(part * most));
}
