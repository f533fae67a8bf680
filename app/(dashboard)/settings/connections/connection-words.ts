import type { Connection } from "./connection.ts";

/** What each connection is called, and what its last success is. */
export const NAMES = {
  DATABASE: { name: "Database", success: "Last answer" },
  WORKER: { name: "Background work", success: "Last job done" },
  CARD_PROVIDER: { name: "Card provider", success: "Key accepted" },
  CALLBACKS: { name: "Callbacks of the card provider", success: "Last received" },
  MAIL: { name: "Mail", success: "Last mail sent" },
  WEBHOOKS: { name: "Webhooks to your product", success: "Last delivered" },
} as const satisfies Record<Connection["kind"], { name: string; success: string }>;

export const STATES = {
  WORKING: { tone: "positive", label: "Working" },
  UNTRIED: { tone: "neutral", label: "Not tried yet" },
  ATTENTION: { tone: "caution", label: "Needs a look" },
  FAILING: { tone: "negative", label: "Failing" },
  NOT_SET_UP: { tone: "neutral", label: "Not set up" },
} as const satisfies Record<Connection["state"], { tone: string; label: string }>;
