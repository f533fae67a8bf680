/** The labels of the kinds of differences. */
export const KINDS = {
  status: "Status differs",
  period_end: "Period differs",
  ending: "Cancellation differs",
  prices: "Prices differ",
  schedule: "A scheduled change is missing",
  unknown_schedule: "The provider will make a change that is not scheduled here",
  missing: "The provider does not have it",
  ended_here: "Ended here, active at the provider",
  unknown: "Only at the provider",
  twice: "Duplicate at the provider",
} as const;

/** The labels of the actions. */
export const DONE = {
  follow: "Copied from the provider",
  adopt: "Added here",
  schedule: "Scheduled change sent to the provider",
  release_schedule: "Schedule dropped at the provider",
  end_here: "Ended here",
  restore_here: "Restored",
  tell_provider: "Our prices sent to the provider",
  end_surplus: "Duplicate subscription ended and refunded",
} as const;

export const OUTCOMES = {
  open: null,
  held: { tone: "neutral", text: "Skipped: undone before" },
  gone: { tone: "positive", text: "Already resolved" },
  mended: { tone: "positive", text: "Repaired" },
  left: { tone: "caution", text: "Still differs" },
  failed: { tone: "negative", text: "Failed" },
} as const;

/** Decisions: the button, and the explanation in its dialog. */
export const DECISIONS = {
  end_here: {
    button: "End here",
    title: "End this subscription here?",
    description:
      "The provider does not have it. Make sure that the customer is not charged in another account or mode. The customer loses access now; nothing is sent to the provider. You can undo it.",
    isDangerous: true,
  },
  restore_here: {
    button: "Restore",
    title: "Restore this subscription?",
    description:
      "It ended here but is active at the provider, which charges for it. The customer has access again, with the provider's status and period. You can undo it.",
    isDangerous: false,
  },
  tell_provider: {
    button: "Send our prices",
    title: "Send our prices to the provider?",
    description:
      "The provider charges prices that differ from the plan. From the next period it will charge the plan's prices; nothing is charged or refunded now. You can undo it.",
    isDangerous: true,
  },
  release_schedule: {
    button: "Drop the schedule",
    title: "Drop the schedule at the provider?",
    description:
      "The provider will change the prices of this subscription, and no change is scheduled here. It keeps its present prices then; nothing is charged or refunded now. You cannot undo it.",
    isDangerous: true,
  },
} as const;
