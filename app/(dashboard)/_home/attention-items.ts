import type { Route } from "next";
import type { Api } from "../../_lib/api.ts";

type Money = Awaited<ReturnType<Api["analytics"]["attention"]["query"]>>;
export type Sums = Money["overdue_invoices"]["sums"];

interface Waiting {
  count: number;
  sums?: Sums;
  /** There are more than were counted. */
  hasMore?: boolean;
}

interface Kind {
  one: string;
  many: string;
  href: Route;
  tone: "negative" | "caution";
}

const DECISIONS: Route = "/invoices?tab=decisions";

/** What can wait for a person, the most urgent first, with the list of it. */
const KINDS = {
  overdue_invoices: {
    one: "overdue invoice",
    many: "overdue invoices",
    href: "/invoices?overdue=true",
    tone: "negative",
  },
  unpaid_subscriptions: {
    one: "unpaid subscription",
    many: "unpaid subscriptions",
    href: "/subscriptions?status=UNPAID",
    tone: "negative",
  },
  past_due_subscriptions: {
    one: "past due subscription",
    many: "past due subscriptions",
    href: "/subscriptions?status=PAST_DUE",
    tone: "caution",
  },
  held_charges: {
    one: "amount needs a decision",
    many: "amounts need a decision",
    href: DECISIONS,
    tone: "caution",
  },
  notices: {
    one: "notice about an invoice",
    many: "notices about invoices",
    href: DECISIONS,
    tone: "caution",
  },
  left_credits: { one: "credit to settle", many: "credits to settle", href: DECISIONS, tone: "caution" },
} as const satisfies Record<string, Kind>;

/** What waits now; undefined: not loaded yet. */
export function attentionItems(
  money: Money | undefined,
  notices: { data: unknown[]; next_cursor: string | null } | undefined,
): (Kind & Waiting)[] {
  const waiting: Partial<Record<string, Waiting>> = {
    ...money,
    ...(notices && { notices: { count: notices.data.length, hasMore: notices.next_cursor !== null } }),
  };
  return Object.entries(KINDS).flatMap(([name, kind]) => {
    const found = waiting[name];
    return found && found.count > 0 ? [{ ...kind, ...found }] : [];
  });
}

/** What is to be set up before it is missed. */
const GAPS = [
  {
    gap: "lacks_card_provider",
    words: "Stripe is not connected: cards cannot be charged",
    href: "/settings/provider",
  },
  { gap: "lacks_key", words: "Your back end has no key for Live", href: "/applications" },
  { gap: "lacks_bank_details", words: "Invoices do not say how to pay", href: "/settings/billing" },
  { gap: "lacks_mail_server", words: "Mail is not set up", href: "/settings/connections" },
] as const;

export const missingSetup = (gaps: Partial<Record<(typeof GAPS)[number]["gap"], boolean>> | undefined) =>
  GAPS.filter(({ gap }) => gaps?.[gap] === true);
