import type { Route } from "next";
import type { Connection } from "./connection.ts";

interface Words {
  name: string;
  /** What its last success is. */
  success: string;
  /** Where it is looked at. */
  page?: { href: Route; label: string };
  /** Where it is set up while it is not; isElsewhere: with styles of its own, opened with a full page load. */
  setUp?: { href: Route; label: string; isElsewhere?: true };
}

const PAYMENTS = "/settings/provider";

/** What people call each connection, and where they go about it. */
export const WORDS: Record<Connection["kind"], Words> = {
  DATABASE: { name: "Database", success: "Last answer" },
  WORKER: { name: "Background work", success: "Last job done" },
  CARD_PROVIDER: {
    name: "Card payments",
    success: "Key accepted",
    page: { href: PAYMENTS, label: "Payments" },
    setUp: { href: PAYMENTS, label: "Connect Stripe" },
  },
  CALLBACKS: {
    name: "Payment webhooks",
    success: "Last received",
    page: { href: PAYMENTS, label: "Payments" },
  },
  MAIL: {
    name: "Mail",
    success: "Last mail sent",
    page: { href: "/mailbox", label: "Mailbox" },
    setUp: { href: "/docs/self-hosting#mail" as Route, label: "Set up mail", isElsewhere: true },
  },
  WEBHOOKS: {
    name: "Webhooks to your product",
    success: "Last delivered",
    page: { href: "/webhook-endpoints", label: "Webhooks" },
    setUp: { href: "/webhook-endpoints", label: "Add an endpoint" },
  },
};

export const STATES = {
  WORKING: { tone: "positive", label: "Working" },
  UNTRIED: { tone: "neutral", label: "Not tried yet" },
  ATTENTION: { tone: "caution", label: "Needs a look" },
  FAILING: { tone: "negative", label: "Failing" },
  NOT_SET_UP: { tone: "neutral", label: "Not set up" },
} as const satisfies Record<Connection["state"], { tone: string; label: string }>;
