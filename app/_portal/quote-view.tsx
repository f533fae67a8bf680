import { BY_CARD } from "../../server/platform/schema/provider.ts";
import { Alert } from "../_components/ui/alert.tsx";
import { pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { fieldsOfRefusal } from "../_lib/reason.ts";
import { formatMoney } from "../_pricing/money.ts";
import type { Driver, Price } from "../_pricing/offer.ts";
import { stepsField } from "../_pricing/order.ts";
import { quoteRows } from "../_quote/quote-rows.ts";
import { refusalWords } from "../_visitor/attempt.ts";
import { changePlan } from "./actions.ts";
import { ChangeForm } from "./change-form.tsx";
import { CODE_FORM_ID } from "./code-form.tsx";
import { customerWords } from "./customer-words.ts";
import type { UsedPortal } from "./read-portal.ts";
import { STEPS_FORM_ID } from "./steps-form.tsx";
import type { Subscription } from "./subscription-card.tsx";

interface Wanted {
  portal: UsedPortal;
  subscription: Subscription;
  price: Price;
  /** How many steps of each driver are wanted. */
  drivers: (Driver & { steps: number })[];
  /** A promotion code; empty: none. */
  code: string;
}

type Quote = Awaited<ReturnType<Api["subscriptions"]["previewChange"]["mutate"]>>;

/** What a change costs, or why it is refused, and whether it is for the code. */
export type Quoted = { quote: Quote } | { refusal: string; isOfCode: boolean };

/** Asks what a change costs. */
export async function readQuote({ portal, subscription, price, drivers, code }: Wanted): Promise<Quoted> {
  const asked = {
    id: subscription.id,
    plan_price_id: price.id,
    effective: "now" as const,
    ...(code !== "" && { promotion_code: code }),
    ...(drivers.length > 0 && {
      drivers: drivers.map(({ key, steps }) => ({ feature_key: key, steps })),
    }),
  };
  try {
    return { quote: await portal.api.subscriptions.previewChange.mutate(asked) };
  } catch (error) {
    const isOfCode =
      code !== "" && error instanceof Error && fieldsOfRefusal(error).includes("promotion_code");
    return { refusal: await refusalWords(error), isOfCode };
  }
}

/** The exact price of a change, now and later; the confirmed change costs exactly this. */
export async function QuoteView({
  portal,
  subscription,
  price,
  drivers,
  code,
  locale,
  quoted,
}: Wanted & { locale: string; quoted: Quoted }) {
  const words = await pageWords("portal");
  // What is wrong with the code stands at its field.
  if ("refusal" in quoted) return quoted.isOfCode ? null : <Alert tone="negative">{quoted.refusal}</Alert>;
  const { quote } = quoted;
  const { drops } = quote;
  const change = drops && (await customerWords(portal)).change(drops);
  return (
    <>
      {change && (
        <Alert tone="caution" className="mb-4">
          {drops.waits_for === "cardholder" || drops.at === null
            ? words("dropsWaiting", { change })
            : words("drops", { change, date: new Date(drops.at) })}
        </Alert>
      )}
      <Cost quote={quote} locale={locale} />
      <ChangeForm
        action={changePlan.bind(null, portal.tenant.slug)}
        hidden={{
          subscription: subscription.id,
          price: price.id,
          quote: quote.id,
          code,
          ...Object.fromEntries(drivers.map(({ key, steps }) => [stepsField(key), String(steps)])),
        }}
        choiceIds={[CODE_FORM_ID, STEPS_FORM_ID]}
        card={await cardOf(portal.api, subscription)}
        texts={{
          submit: words("confirmChange"),
          confirming: words("confirming"),
          notConfirmed: words("notConfirmed"),
          preview: words("preview"),
        }}
      />
    </>
  );
}

/** What is charged now, line by line, and in the next period. */
async function Cost({ quote, locale }: { quote: Quote; locale: string }) {
  const words = await pageWords("portal");
  const money = (amount: number) => formatMoney(locale, amount, quote.currency);
  const { lines, next, ends_at: ends } = quote;
  const { sums, result } = quoteRows(quote);
  return (
    <>
      <dl className="space-y-1.5">
        {lines.map((line) => (
          <Row
            key={`${line.description} ${line.period_start} ${line.amount}`}
            name={line.description}
            amount={money(line.amount)}
          />
        ))}
        {sums.map(({ name, amount }) => (
          <Row key={name} name={words(name)} amount={money(amount)} />
        ))}
        <div className="flex justify-between gap-4 border-t pt-2 font-semibold">
          <dt>{words(result.name === "credit" ? "credit" : "dueNow")}</dt>
          <dd className="tabular-nums">{money(result.amount)}</dd>
        </div>
      </dl>
      {next?.at && (
        <p className="mt-3 text-muted">
          {words("then", { price: money(next.amount), date: new Date(next.at) })}{" "}
          {next.credit > 0 &&
            words("nextFromCredit", { credit: money(next.credit), due: money(next.amount_due) })}
        </p>
      )}
      {ends && <p className="mt-3 text-muted">{words("noNext", { date: new Date(ends) })}</p>}
      {quote.overage.features.map(({ feature_key: key, feature_name: feature, amount }) => (
        <p key={key} className="mt-1 text-muted">
          {words("overageSoFar", { feature, price: money(amount) })}
        </p>
      ))}
    </>
  );
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}

/** How the card provider's script is opened; null for a subscription that is paid by transfer. */
async function cardOf(api: Api, { provider }: Subscription) {
  if (provider !== BY_CARD) return null;
  const form = await api.paymentMethods.cardForm.query({});
  return { publishableKey: form.publishable_key, scriptUrl: form.script_url };
}
