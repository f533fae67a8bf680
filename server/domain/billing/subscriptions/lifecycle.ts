import type { EventType } from "../../events/types.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import type { SubscriptionStatus } from "../terms/rules.ts";

// The life of a subscription as one table: state × trigger → next state and events. It is the one place that names a change of a
// subscription's status; docs/changing-and-ending.md is made from it. Trial, pause and ending are facts beside the status.

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>;

/** What happens to a subscription. A writer says this; the next status and the events follow. */
export type SubscriptionTrigger =
  | "start"
  | "start_trial"
  | "adopt"
  | "trial_nears_end"
  | "trial_ends"
  | "renews"
  | "payment_fails"
  | "retries_used_up"
  | "paid"
  | "pause"
  | "resume"
  | "schedule_ending"
  | "withdraw_ending"
  | "ending_comes"
  | "cancel_now"
  | "change_plan"
  | "schedule_change"
  | "change_waits"
  | "drop_change"
  | "change_pack"
  | "move"
  | "restore"
  | "update";

/** NEW: there is no row yet. */
type SubscriptionState = SubscriptionStatus | "NEW";

interface SubscriptionStep {
  from: readonly SubscriptionState[];
  trigger: SubscriptionTrigger;
  /** A fact beside the status that decides between steps of one trigger. OVERDUE and READ: only the card provider says so. */
  given?: "IN_TRIAL" | "OVERDUE" | "READ";
  /** SAME: only facts beside the status change. */
  to: SubscriptionStatus | "SAME";
  /** In this order, in one transaction. */
  events: readonly SubscriptionEvent[];
  /** For the documentation. */
  when: string;
}

const LIVE = ["TRIALING", "ACTIVE", "PAST_DUE", "UNPAID", "PAUSED"] as const;
const ALL = [...LIVE, "CANCELED"] as const;

/** What tells of a status that was taken over, or put back by a person's decision. */
const ARRIVES: Record<SubscriptionStatus, SubscriptionEvent> = {
  TRIALING: "subscription.updated",
  ACTIVE: "subscription.activated",
  PAST_DUE: "subscription.past_due",
  UNPAID: "subscription.unpaid",
  PAUSED: "subscription.paused",
  CANCELED: "subscription.canceled",
};

/** Where several steps lead from one state to another, the first is taken for one that was read at the card provider. */
export const SUBSCRIPTION_LIFECYCLE: readonly SubscriptionStep[] = [
  {
    from: ["NEW"],
    trigger: "start_trial",
    to: "TRIALING",
    events: ["subscription.created", "subscription.trial_started"],
    when: "It begins with a trial.",
  },
  {
    from: ["NEW"],
    trigger: "start",
    to: "ACTIVE",
    events: ["subscription.created", "subscription.activated"],
    when: "It begins without a trial: paid, free, or invoiced.",
  },
  ...(["PAST_DUE", "UNPAID", "PAUSED", "CANCELED"] as const).map(
    (to): SubscriptionStep => ({
      from: ["NEW"],
      trigger: "adopt",
      given: "READ",
      to,
      events: ["subscription.created", ARRIVES[to]],
      when: "It is taken over from the card provider, as it is there.",
    }),
  ),
  {
    from: ["TRIALING"],
    trigger: "trial_nears_end",
    to: "SAME",
    events: ["subscription.trial_ending"],
    when: "Its trial ends in 3 days; for a shorter one, when it begins. Once for each end of a trial.",
  },
  {
    from: ["TRIALING"],
    trigger: "trial_ends",
    to: "ACTIVE",
    events: ["subscription.activated"],
    when: "Its trial is over: it is paid, free, or invoiced.",
  },
  {
    from: LIVE,
    trigger: "renews",
    to: "SAME",
    events: ["subscription.renewed"],
    when: "Its next period begins.",
  },
  {
    from: ["TRIALING", "ACTIVE"],
    trigger: "payment_fails",
    to: "PAST_DUE",
    events: ["subscription.past_due"],
    when: "A payment fails; by invoice, an invoice is overdue.",
  },
  {
    from: ["TRIALING", "ACTIVE", "PAST_DUE"],
    trigger: "retries_used_up",
    to: "UNPAID",
    events: ["subscription.unpaid"],
    when: "The provider's retries are used up; by invoice, `unpaid_after_days` are over.",
  },
  {
    from: ["PAST_DUE", "UNPAID"],
    trigger: "paid",
    to: "ACTIVE",
    events: ["subscription.activated"],
    when: "What is owed is paid.",
  },
  {
    from: ["TRIALING", "ACTIVE", "PAST_DUE"],
    trigger: "pause",
    to: "PAUSED",
    events: ["subscription.paused"],
    when: "It is paused, or its trial ends without a card and the policy is to pause.",
  },
  {
    from: ["PAUSED"],
    trigger: "resume",
    given: "IN_TRIAL",
    to: "TRIALING",
    events: ["subscription.resumed"],
    when: "It is resumed within its trial.",
  },
  {
    from: ["PAUSED"],
    trigger: "resume",
    given: "OVERDUE",
    to: "PAST_DUE",
    events: ["subscription.resumed", "subscription.past_due"],
    when: "It is resumed, and a payment has failed at the card provider.",
  },
  {
    from: ["PAUSED"],
    trigger: "resume",
    to: "ACTIVE",
    events: ["subscription.resumed", "subscription.activated"],
    when: "It is resumed.",
  },
  {
    from: LIVE,
    trigger: "schedule_ending",
    to: "SAME",
    events: ["subscription.cancel_scheduled"],
    when: "It will end, with its period or at a moment that was set at the card provider.",
  },
  {
    from: LIVE,
    trigger: "withdraw_ending",
    to: "SAME",
    events: ["subscription.cancel_withdrawn"],
    when: "Its cancellation is taken back.",
  },
  {
    from: LIVE,
    trigger: "cancel_now",
    to: "CANCELED",
    events: ["subscription.canceled"],
    when: "It is canceled at once, by a person or a policy.",
  },
  {
    from: LIVE,
    trigger: "ending_comes",
    to: "CANCELED",
    events: ["subscription.canceled"],
    when: "It ends as was scheduled.",
  },
  {
    from: ALL,
    trigger: "change_plan",
    to: "SAME",
    events: ["subscription.plan_changed"],
    when: "It has another price, or another number of what is bought by the step.",
  },
  {
    from: ALL,
    trigger: "schedule_change",
    to: "SAME",
    events: ["subscription.change_scheduled"],
    when: "It will have another price, or number, when its period ends.",
  },
  {
    from: ALL,
    trigger: "change_waits",
    to: "SAME",
    events: ["subscription.change_waiting"],
    when: "A change waits for its cardholder, whose bank wants the payment confirmed.",
  },
  {
    from: ALL,
    trigger: "drop_change",
    to: "SAME",
    events: ["subscription.change_unscheduled"],
    when: "A change that was to come is dropped: a scheduled one, or one that waits for its cardholder.",
  },
  {
    from: ALL,
    trigger: "change_pack",
    to: "SAME",
    events: ["subscription.pack_changed"],
    when: "It has another version of its plan, or will have.",
  },
  {
    from: ALL,
    trigger: "move",
    to: "SAME",
    events: ["subscription.moved"],
    when: "Another provider bills it.",
  },
  {
    from: ALL,
    trigger: "update",
    to: "SAME",
    events: ["subscription.updated"],
    when: "Something else of it changes at the card provider, such as the end of its trial.",
  },
  // A person mends a difference to the card provider, or undoes that: of no rule of the life itself.
  ...ALL.map(
    (to): SubscriptionStep => ({
      from: ALL.filter((from) => from !== to),
      trigger: "restore",
      given: "READ",
      to,
      events: [ARRIVES[to]],
      when: "A person mends a difference to the card provider, or undoes that.",
    }),
  ),
];

/** The statuses that may follow each; CANCELED is final. */
export const SUBSCRIPTION_TRANSITIONS = Object.fromEntries(
  ALL.map((from) => [from, [...new Set(SUBSCRIPTION_LIFECYCLE.flatMap((step) => followedBy(step, from)))]]),
  // One entry for each of ALL.
) as Record<SubscriptionStatus, SubscriptionStatus[]>;

function followedBy(
  { from, to, trigger }: SubscriptionStep,
  status: SubscriptionStatus,
): SubscriptionStatus[] {
  return to !== "SAME" && trigger !== "restore" && from.includes(status) ? [to] : [];
}

/** Whether a subscription may go from one status to another; staying is always allowed. */
export function maySubscriptionBecome(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  return from === to || SUBSCRIPTION_TRANSITIONS[from].includes(to);
}

/** The columns of a row that decide what happened to it. */
export type LifeFacts = Pick<
  LoadedSubscription,
  | "status"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "trialEnd"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "canceledAt"
  | "pastDueSince"
  | "pausedAt"
>;

type Dates = Pick<LoadedSubscription, "pastDueSince" | "pausedAt">;

/** Since when it is as its status says: kept while the status stays. */
export function sinceWhen(status: SubscriptionStatus, before: Dates | null, now: Date): Dates {
  return {
    pastDueSince: status === "PAST_DUE" ? (before?.pastDueSince ?? now) : null,
    pausedAt: status === "PAUSED" ? (before?.pausedAt ?? now) : null,
  };
}

/**
 * The columns that a trigger writes into a row: its next status, and the facts beside it. Throws an Error where the table has no such
 * step, which a caller's own check prevents.
 */
export function columnsAfter(row: LifeFacts, trigger: SubscriptionTrigger, now: Date) {
  const { to } = stepOf(row, trigger, now);
  if (trigger === "schedule_ending") return { cancelAtPeriodEnd: true, canceledAt: now };
  if (trigger === "withdraw_ending") return { cancelAtPeriodEnd: false, canceledAt: null };
  if (to === "SAME") return {};
  const ended = to === "CANCELED" ? { canceledAt: row.canceledAt ?? now, endedAt: now } : {};
  return { status: to, ...sinceWhen(to, row, now), ...ended };
}

function stepOf(row: LifeFacts, trigger: SubscriptionTrigger, now: Date): SubscriptionStep {
  const isGiven = ({ given }: SubscriptionStep) =>
    given === undefined || (given === "IN_TRIAL" && row.trialEnd !== null && row.trialEnd > now);
  const step = SUBSCRIPTION_LIFECYCLE.find(
    (one) => one.trigger === trigger && one.from.includes(row.status) && isGiven(one),
  );
  if (!step) throw new Error(`Nothing says what ${trigger} does to a subscription that is ${row.status}.`);
  return step;
}

/**
 * The events of a write, in order: of what the writer says happened (`trigger`), then of what changed with it, as the row before and after
 * tells; of a row that mirrors the card provider's, of that alone. `before` is null for a new row. At least one.
 */
export function eventsOf(
  before: LifeFacts | null,
  after: LifeFacts,
  trigger: SubscriptionTrigger | null = null,
): SubscriptionEvent[] {
  const steps = before === null ? beginning(after) : between(before, after, trigger);
  return steps.flatMap(({ events }) => events);
}

/** A new row: its beginning, and an ending that it came with. */
function beginning(after: LifeFacts): SubscriptionStep[] {
  const isEnding = after.status !== "CANCELED" && endingOf(after) !== null;
  return [read("NEW", after.status), ...(isEnding ? [factOf("schedule_ending")] : [])];
}

function between(
  before: LifeFacts,
  after: LifeFacts,
  trigger: SubscriptionTrigger | null,
): SubscriptionStep[] {
  const told = trigger === null ? [] : [toldOf(before, after, trigger)];
  const steps = [...told];
  const add = (step: SubscriptionStep) => {
    if (step.trigger !== trigger) steps.push(step);
  };
  if (isRenewal(before, after)) add(factOf("renews"));
  const reached = told.find(({ to }) => to !== "SAME")?.to ?? before.status;
  if (reached !== after.status) add(read(before.status, after.status, endingOf(before) !== null));
  const isOver = after.status === "CANCELED" || before.status === "CANCELED";
  if (!isOver && endingOf(before) !== endingOf(after))
    add(factOf(endingOf(after) === null ? "withdraw_ending" : "schedule_ending"));
  return steps.length > 0 ? steps : [factOf("update")];
}

/** The step of a trigger that leads where the row is now; else the one that changes no status. */
function toldOf(before: LifeFacts, after: LifeFacts, trigger: SubscriptionTrigger): SubscriptionStep {
  const steps = SUBSCRIPTION_LIFECYCLE.filter(
    (one) => one.trigger === trigger && one.from.includes(before.status),
  );
  const step = steps.find(({ to }) => to === after.status) ?? steps.find(({ to }) => to === "SAME");
  if (!step)
    throw new Error(`Nothing says that ${trigger} makes a ${before.status} subscription ${after.status}.`);
  return step;
}

/** What led from one status to another at the card provider. */
function read(from: SubscriptionState, to: SubscriptionStatus, wasEnding = false): SubscriptionStep {
  const steps = SUBSCRIPTION_LIFECYCLE.filter((one) => one.from.includes(from) && one.to === to);
  const step = steps.find(({ trigger }) => wasEnding && trigger === "ending_comes") ?? steps[0];
  if (!step) throw new Error(`Nothing leads from ${from} to ${to}.`);
  return step;
}

function factOf(trigger: SubscriptionTrigger): SubscriptionStep {
  const step = SUBSCRIPTION_LIFECYCLE.find((one) => one.trigger === trigger);
  if (!step) throw new Error(`Nothing says what ${trigger} does.`);
  return step;
}

/** Whether the next period has begun. The first one after a trial belongs to the trial's end. */
function isRenewal(before: LifeFacts, after: LifeFacts): boolean {
  const isOver = after.status === "CANCELED" || before.status === "CANCELED" || before.status === "TRIALING";
  const { currentPeriodEnd: end } = before;
  const { currentPeriodStart: start } = after;
  return !isOver && end !== null && start !== null && start >= end;
}

/** When it ends by itself, to compare: with its period, at a moment in milliseconds, or null: it goes on. */
function endingOf({ cancelAtPeriodEnd, cancelAt }: LifeFacts): "PERIOD_END" | number | null {
  return cancelAtPeriodEnd ? "PERIOD_END" : (cancelAt?.getTime() ?? null);
}
