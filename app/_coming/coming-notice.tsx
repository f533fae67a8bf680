import type { ReactNode } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import type { Api } from "../_lib/api.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["list"]["query"]>>["data"][number];
export type Coming = NonNullable<Subscription["coming"]>;
export type ComingChange = NonNullable<Coming["change"]>;

/** What the notice says, to a team member or to the customer. */
export interface ComingWords {
  /** "Team (Seats: 14), $121.00 a month". */
  change: (change: ComingChange) => string;
  /** A change that comes by itself at a moment, or, null, at any moment now. */
  comes: (change: string, at: Date | null) => ReactNode;
  /** A change whose payment of `due` is to be confirmed with the bank, until then. */
  waits: (change: string, due: string, until: Date) => ReactNode;
  money: (amount: number, currency: string) => string;
  /** null: nothing is said of it here. */
  ends: ((ending: NonNullable<Coming["ending"]>, isPaused: boolean) => ReactNode) | null;
  /** The same. */
  paused: ((pause: NonNullable<Coming["pause"]>) => ReactNode) | null;
  /** The name of the link to the page on which the payment is confirmed. */
  confirm: string;
}

interface Props {
  coming: Coming | null;
  words: ComingWords;
  /** What drops the change; null: nobody may here. */
  drop: ReactNode;
}

/**
 * What was accepted of a subscription and is not done yet: a change with what it costs, from when, the page that confirms it, and what
 * drops it; its ending; its pause. Nothing where nothing comes. Every page that has a subscription says it with this.
 */
export function ComingNotice({ coming, words, drop }: Props) {
  if (coming === null) return null;
  const { change, ending, pause } = coming;
  return (
    <div className="space-y-2 empty:hidden">
      {change && (
        <Alert tone={change.waits_for === "cardholder" ? "caution" : "neutral"} data-coming="change">
          <p>{changeWords(change, words)}</p>
          {(change.url !== null || drop) && (
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
              {change.url !== null && (
                <a
                  href={change.url}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium underline underline-offset-2"
                >
                  {words.confirm}
                </a>
              )}
              {drop}
            </div>
          )}
        </Alert>
      )}
      {ending && words.ends && (
        <Alert data-coming="ending">
          <p>{words.ends(ending, pause !== null)}</p>
        </Alert>
      )}
      {pause && words.paused && (
        <Alert data-coming="pause">
          <p>{words.paused(pause)}</p>
        </Alert>
      )}
    </div>
  );
}

function changeWords(change: ComingChange, words: ComingWords): ReactNode {
  const { waits_for: waits, amount_due: due, expires_at: until, at, currency } = change;
  const what = words.change(change);
  if (waits === "cardholder" && due !== null && until !== null)
    return words.waits(what, words.money(due, currency), new Date(until));
  return words.comes(what, waits === null || at === null ? null : new Date(at));
}

/** "Team (Seats: 14), $121.00 a month": a change by its plan, what is bought by the step, and what it costs. */
export function changeInWords(
  { plan, drivers, amount, currency, price }: ComingChange,
  say: {
    plan: (plan: ComingChange["plan"]) => string;
    feature: (key: string, name: string) => string;
    quantity: (units: number) => string;
    price: (amount: number, currency: string, interval: string) => string;
  },
): string {
  const bought = drivers
    .map(
      ({ feature_key: key, feature_name: name, units }) =>
        `${say.feature(key, name)}: ${say.quantity(units)}`,
    )
    .join(", ");
  return `${say.plan(plan)}${bought && ` (${bought})`}, ${say.price(amount, currency, price.interval)}`;
}
