import { BY_CARD, BY_INVOICE } from "../../server/platform/schema/provider.ts";
import { ComingNotice } from "../_coming/coming-notice.tsx";
import { Badge } from "../_components/ui/badge.tsx";
import { Button } from "../_components/ui/button.tsx";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { formatMoney } from "../_pricing/money.ts";
import type { Interval } from "../_pricing/offer.ts";
import { dropChange, resume } from "./actions.ts";
import { customerWords } from "./customer-words.ts";
import { portalNames } from "./names.ts";
import type { UsedPortal } from "./read-portal.ts";
import { SmallForm } from "./small-form.tsx";

export type Subscription = Awaited<ReturnType<Api["subscriptions"]["list"]["query"]>>["data"][number];

export type Next = NonNullable<Awaited<ReturnType<Api["subscriptions"]["previewChange"]["mutate"]>>["next"]>;

const TONES = {
  ACTIVE: "positive",
  TRIALING: "notice",
  PAST_DUE: "negative",
  UNPAID: "negative",
  PAUSED: "caution",
  CANCELED: "neutral",
} as const;

/** The subscription with its period and price, and the actions for it. */
export async function SubscriptionCard({
  portal,
  subscription,
  next,
  hasCard,
  isPrimary,
}: {
  portal: UsedPortal;
  subscription: Subscription;
  /** What the next period costs, and from when, where that is known. */
  next: Next | undefined;
  /** Whether a card is there that would be charged for it. */
  hasCard: boolean;
  /** Whether its action is the first of the page: not while something is to be paid. */
  isPrimary: boolean;
}) {
  const [words, pricing, locale] = [
    await pageWords("portal"),
    await pageWords("pricing"),
    await pageLocale(),
  ];
  const { id, status, plan, product, plan_price: price, coming } = subscription;
  const { recurring_amount: recurring, drivers } = subscription;
  const names = await portalNames(portal);
  const number = new Intl.NumberFormat(locale);
  const isEnding = coming !== null && coming.ending !== null;
  const cost = `${formatMoney(locale, recurring, price.currency)} ${pricing(`per${price.interval as Interval}`)}`;
  const needsCard =
    status === "TRIALING" && subscription.provider === BY_CARD && recurring > 0 && !isEnding && !hasCard;
  // By transfer nothing failed, and no card would be tried.
  const isOverdue = subscription.provider === BY_INVOICE && (status === "PAST_DUE" || status === "UNPAID");
  const { slug } = portal.tenant;
  const at = (page: string) => `/p/${slug}/portal/${page}?subscription=${encodeURIComponent(id)}`;
  return (
    <section aria-labelledby={id} className="rounded-xl border bg-surface p-6 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={id} className="text-base font-semibold tracking-tight">
            {names.sold({ product, plan })}
          </h2>
          <p className="text-muted">{recurring === 0 ? pricing("free") : cost}</p>
          {next?.at && next.amount !== recurring && (
            <p className="text-muted">
              {words("then", {
                price: formatMoney(locale, next.amount, price.currency),
                date: new Date(next.at),
              })}
            </p>
          )}
          {drivers.map(({ feature_key, feature_name, steps, step_size, amount }) => (
            <p key={feature_key} className="text-[0.8125rem] text-muted">
              {names.feature(feature_key, feature_name)}: +{number.format(steps * step_size)} (
              {formatMoney(locale, amount, price.currency)})
            </p>
          ))}
        </div>
        <Badge tone={TONES[status]}>{words(isOverdue ? "overdue" : status)}</Badge>
      </div>
      <p className="mt-3 empty:hidden">
        {needsCard && subscription.trial_end
          ? words("trialNeedsCard", {
              date: new Date(subscription.trial_end),
              plan: names.sold({ product, plan }),
              price: cost,
            })
          : await stateWords(subscription, isEnding)}
      </p>
      <div className="mt-3 empty:hidden">
        <ComingNotice
          coming={coming}
          words={await customerWords(portal)}
          drop={
            portal.mayChange && (
              <SmallForm
                action={dropChange.bind(null, slug)}
                hidden={{ subscription: id }}
                submit={words("dropChange")}
                variant="secondary"
              />
            )
          }
        />
      </div>
      {(status === "PAST_DUE" || status === "UNPAID") && !isOverdue && (
        <p className="mt-2 rounded-md bg-negative-ground px-3 py-2 text-negative">{words("pastDue")}</p>
      )}
      {portal.mayChange && (
        <div className="mt-5 flex flex-wrap gap-3">
          {isEnding || status === "PAUSED" ? (
            <SmallForm
              action={resume.bind(null, slug)}
              hidden={{ subscription: id }}
              submit={words(isEnding && status === "PAUSED" ? "endPause" : "resume")}
              variant={isPrimary ? "primary" : "secondary"}
            />
          ) : (
            <>
              {needsCard && (
                <Button asChild className="h-10 px-4">
                  <a href={`/p/${slug}/portal/card?currency=${price.currency}`}>{words("addCard")}</a>
                </Button>
              )}
              <Button
                asChild
                variant={needsCard || !isPrimary ? "secondary" : "primary"}
                className="h-10 px-4"
              >
                <a href={at("change")}>{words("changePlan")}</a>
              </Button>
              <Button asChild variant="secondary" className="h-10 px-4">
                <a href={at("cancel")}>{words("cancel")}</a>
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

async function stateWords(subscription: Subscription, isEnding: boolean): Promise<string | null> {
  const words = await pageWords("portal");
  const { current_period_end: end, trial_end: trialEnd, status } = subscription;
  if (isEnding) return null;
  if (status === "TRIALING" && trialEnd) return words("trialUntil", { date: new Date(trialEnd) });
  return status === "ACTIVE" && end ? words("renews", { date: new Date(end) }) : null;
}
