type Tone = "positive" | "notice" | "caution" | "negative" | "neutral";

/** The labels and colours of the statuses. */
export const STATUSES = {
  ACTIVE: { label: "Active", tone: "positive" },
  TRIALING: { label: "On trial", tone: "notice" },
  PAST_DUE: { label: "Past due", tone: "caution" },
  UNPAID: { label: "Unpaid", tone: "negative" },
  PAUSED: { label: "Paused", tone: "neutral" },
  SUBSCRIBED: { label: "Subscribed", tone: "positive" },
  NOT_SUBSCRIBED: { label: "Not subscribed", tone: "neutral" },
  PENDING: { label: "Pending", tone: "caution" },
  INVITED: { label: "No answer yet", tone: "notice" },
  REGISTERED: { label: "Registered", tone: "positive" },
  REJECTED: { label: "Rejected", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** Complete class names, so that Tailwind finds them. */
export const BAR_COLOURS: Record<Tone, string> = {
  positive: "bg-bar-positive",
  notice: "bg-bar-notice",
  caution: "bg-bar-caution",
  negative: "bg-bar-negative",
  neutral: "bg-bar-neutral",
};
