import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of entitlements and usage; a part of the catalogue. */
export const USAGE_ERRORS = {
  feature_key_unknown: {
    code: "K8001",
    status: 404,
    message: "There is no feature with the key {feature_key}.",
  },
  usage_before_open_period: {
    code: "K8002",
    status: 409,
    message:
      "The time {occurred_at} is before the open period, which began at {period_start}; earlier counters are closed. Send a time within the open period, or omit occurred_at.",
  },
  feature_not_counted: {
    code: "K8003",
    status: 422,
    message: "The feature {feature_key} is of type {feature_type} and has no usage to count.",
  },
  usage_not_granted: {
    code: "K8004",
    status: 409,
    message:
      "None of the customer's subscriptions and free plans grants this usage. Start a subscription first, or name one that grants it.",
  },
  usage_limit_reached: {
    code: "K8005",
    status: 409,
    message: "The customer may not use this much: {reason}. See details.check.",
  },
  event_id_conflict: {
    code: "K8006",
    status: 409,
    message: "The event_id {event_id} was recorded before, with other content.",
  },
  usage_not_returnable: {
    code: "K8007",
    status: 422,
    message: "The feature {feature_key} is METERED: its units are used up and cannot be given back.",
  },
  usage_return_exceeds_held: {
    code: "K8008",
    status: 409,
    message: "Only {held} units are held; no more can be given back.",
  },
  reservation_not_found: { code: "K8009", status: 404, message: "There is no such reservation." },
  reservation_status_conflict: {
    code: "K8010",
    status: 409,
    message: "The reservation is {state} and cannot be confirmed or released.",
  },
  override_invalid: { code: "K8011", status: 422, message: "The override breaks a rule: {rule}." },
  override_not_found: { code: "K8012", status: 404, message: "There is no such override." },
  usage_amount_too_large: {
    code: "K8018",
    status: 422,
    message: "That much usage would bill more than an invoice can hold. Set at most {most}.",
  },
  counter_limit_exceeded: {
    code: "K8019",
    status: 422,
    message:
      "A customer's counters of one feature hold at most {most} units together, and this would be more. Use a larger unit, or set the counter to a lower value.",
  },
  usage_in_future: {
    code: "K8020",
    status: 422,
    message:
      "The time {occurred_at} is in the future. It may be at most {seconds} seconds ahead of this server's clock. Send the time of the event, or omit occurred_at.",
  },
  counter_changed: {
    code: "K8021",
    status: 409,
    message: "The counter has the value {value}, not {expected}: it changed meanwhile. Read it again.",
  },
} as const satisfies Record<string, CatalogueEntry>;
