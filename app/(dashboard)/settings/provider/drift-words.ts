/** The kinds of differences, as people say them. */
export const KINDS = {
  status: "Status differs",
  period_end: "Period differs",
  ending: "Ending differs",
  prices: "Prices differ",
  schedule: "A scheduled change is missing",
  missing: "The provider does not have it",
  ended_here: "Ended here, still running there",
  unknown: "Only at the provider",
  twice: "Twice at the provider",
} as const;

/** What was or can be done about them. */
export const DONE = {
  follow: "Copied from the provider",
  adopt: "Added here",
  schedule: "Scheduled change sent to the provider",
  end_here: "Ended here",
  restore_here: "Brought back",
  tell_provider: "Our prices sent to the provider",
  end_surplus: "Second subscription ended and refunded",
} as const;

export const OUTCOMES = {
  open: null,
  held: { tone: "neutral", text: "Left alone: undone before" },
  gone: { tone: "positive", text: "No longer there" },
  mended: { tone: "positive", text: "Mended" },
  left: { tone: "caution", text: "Still differs" },
  failed: { tone: "negative", text: "Failed" },
} as const;

/** Decisions: what the button says, and what it brings. */
export const DECISIONS = {
  end_here: {
    button: "End here",
    title: "End this subscription here?",
    description:
      "The provider does not have it. Make sure that the customer is not charged in another account or mode. The customer loses access now; nothing is sent to the provider. You can undo it.",
    isDangerous: true,
  },
  restore_here: {
    button: "Bring back",
    title: "Bring this subscription back?",
    description:
      "It ended here and still runs at the provider, which charges for it. The customer has access again, with the provider's status and period. You can undo it.",
    isDangerous: false,
  },
  tell_provider: {
    button: "Send our prices",
    title: "Send our prices to the provider?",
    description:
      "The provider charges other prices than the plan here says. It will charge ours from the next period on; nothing is charged or given back now. You can undo it.",
    isDangerous: true,
  },
} as const;
