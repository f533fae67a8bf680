import { addSeconds } from "../../../../platform/clock.ts";
import { type Due, doDueWork, runAll } from "../../../../platform/due-work.ts";
import type { Scope, Services } from "../../../../platform/scope.ts";
import { type Ahead, momentsAhead, TRIAL_ENDING_DAYS, UPCOMING_DAYS } from "./rules.ts";
import { TELL } from "./tell-ahead.ts";

/** Cards are read at the card provider: few at once, those that wait longest first. */
const CARDS = { items: 100, seconds: 30 };
const DAY_SECONDS = 86_400;
/** Finding a page reads all that is due: a run reads it once, and keeps the ids. */
const IDS_AT_ONCE = 10_000;

/** Tells of ends of trials, invoices and expiring cards that lie ahead. Customers on test clocks have their own time. */
export async function tellWhatIsAhead(services: Services): Promise<void> {
  const now = services.clock.now();
  const inTurn = (name: string, what: Ahead, text: string, by: Date) => () =>
    doDueWork(services, {
      name,
      find: async ({ tenantId, id }, limit) =>
        (await services.pool.query<Due>({ text, values: [by, tenantId, id, limit] })).rows,
      work: (scope, { id }) => TELL[what](scope, id),
      atOnce: IDS_AT_ONCE,
    });
  await runAll([
    inTurn("tell-trial-ending", "TRIAL_ENDING", TRIALS, addSeconds(now, TRIAL_ENDING_DAYS * DAY_SECONDS)),
    inTurn("tell-upcoming", "UPCOMING", UPCOMING, addSeconds(now, UPCOMING_DAYS * DAY_SECONDS)),
    () =>
      doDueWork(services, {
        name: "look-at-card",
        limit: CARDS,
        find: async (_, limit) =>
          (await services.pool.query<Due>({ text: LOOKS, values: [now, limit] })).rows,
        work: (scope, { id }) => TELL.CARD(scope, id),
      }),
  ]);
}

const NOT_ENDING = "not s.cancel_at_period_end and s.cancel_at is null";

/** What is due of each tenant by itself, by an index that holds what is not told: a run reads no other subscription. */
const dueOf = (condition: string, first: string) => `
  from tenants t cross join lateral (
    select s.tenant_id, s.id, s.card_look_at from subscriptions s
    join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id and c.test_clock_id is null
    where s.tenant_id = t.id and ${condition} ${first}
  ) d`;

const inPages = (condition: string) => `select d.tenant_id as "tenantId", d.id ${dueOf(condition, "offset 0")}
  where (d.tenant_id, d.id) > ($2, $3) order by d.tenant_id, d.id limit $4`;

const TRIALS = inPages(
  "s.status = 'TRIALING' and s.trial_ending_told is distinct from s.trial_end and s.trial_end <= $1",
);

const UPCOMING = inPages(`s.status in ('ACTIVE', 'PAST_DUE') and ${NOT_ENDING}
    and s.upcoming_told is distinct from s.current_period_end and s.current_period_end <= $1`);

const IS_TO_LOOK_AT = `s.provider = 'PROVIDER_A' and s.status <> 'CANCELED' and ${NOT_ENDING} and s.card_look_at <= $1`;

const LOOKS = `select d.tenant_id as "tenantId", d.id ${dueOf(IS_TO_LOOK_AT, "order by s.card_look_at limit $2")}
  order by d.card_look_at limit $2`;

/** The statements by the index that each reads. */
export const DUE_STATEMENTS = {
  subscriptions_trial_to_tell: TRIALS,
  subscriptions_upcoming_to_tell: UPCOMING,
  subscriptions_card_to_look_at: LOOKS,
};

/**
 * The same for the customers of a test clock, for what becomes due after `from` until `until`: each at its own moment, before the clock and
 * the card provider go on. Nothing else happens in between: a clock stops at the end of every period.
 */
export async function tellOnClock(scope: Scope, clockId: string, from: Date, until: Date): Promise<void> {
  const { tenantId, db } = scope;
  const tried = new Set<string>();
  for (;;) {
    const live = await db.subscription.findMany({
      where: { tenantId, customer: { testClockId: clockId }, status: { not: "CANCELED" } },
    });
    const due = live
      .flatMap((row) => momentsAhead(row).map(({ what, at }) => ({ id: row.id, what, at })))
      .filter(({ id, what, at }) => at <= until && !tried.has(keyOf(id, what, at)))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    const [first] = due;
    if (!first) return;
    tried.add(keyOf(first.id, first.what, first.at));
    const at = first.at < from ? from : first.at;
    await tell({ ...scope, clock: { now: () => new Date(at) } }, first.what, first.id);
  }
}

const keyOf = (id: string, what: Ahead, at: Date) => `${id} ${what} ${at.getTime()}`;

/** One that fails does not hold up the clock: it is tried at its next stop. */
async function tell(scope: Scope, what: Ahead, id: string): Promise<void> {
  try {
    await TELL[what](scope, id);
  } catch (error) {
    scope.log.warn({ err: error, subscription_id: id }, "what lies ahead could not be told yet");
  }
}
