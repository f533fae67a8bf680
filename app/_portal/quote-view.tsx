import type { OpenPortal } from "../../server/http/pages-contract.ts";
import { Alert } from "../_components/ui/alert.tsx";
import { pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { creditUsed, taxOnTop } from "../_lib/credit.ts";
import { fieldsOfRefusal } from "../_lib/reason.ts";
import { formatMoney } from "../_pricing/money.ts";
import type { Driver, Price } from "../_pricing/offer.ts";
import { stepsField } from "../_pricing/order.ts";
import { refusalWords } from "../_visitor/attempt.ts";
import { changePlan } from "./actions.ts";
import { ChangeForm } from "./change-form.tsx";
import { CODE_FORM_ID } from "./code-form.tsx";
import { STEPS_FORM_ID } from "./steps-form.tsx";
import type { Subscription } from "./subscription-card.tsx";

interface Wanted {
  portal: OpenPortal & { api: Api };
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
  const money = (amount: number) => formatMoney(locale, amount, quote.currency);
  const { lines, discount, total, amount_due: due, next } = quote;
  return (
    <>
      <dl className="space-y-1.5">
        {lines.map((line) => (
          <div
            key={`${line.description} ${line.period_start} ${line.amount}`}
            className="flex justify-between gap-4"
          >
            <dt className="text-muted">{line.description}</dt>
            <dd className="tabular-nums">{money(line.amount)}</dd>
          </div>
        ))}
        {discount > 0 && (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{words("discount")}</dt>
            <dd className="tabular-nums">{money(-discount)}</dd>
          </div>
        )}
        {taxOnTop(quote) !== 0 && (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{words("tax")}</dt>
            <dd className="tabular-nums">{money(taxOnTop(quote))}</dd>
          </div>
        )}
        {creditUsed(quote) > 0 && (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{words("earlierCredit")}</dt>
            <dd className="tabular-nums">{money(-creditUsed(quote))}</dd>
          </div>
        )}
        <div className="flex justify-between gap-4 border-t pt-2 font-semibold">
          <dt>{words(total < 0 ? "credit" : "dueNow")}</dt>
          <dd className="tabular-nums">{money(total < 0 ? -total : due)}</dd>
        </div>
      </dl>
      {next.at && (
        <p className="mt-3 text-muted">
          {words("then", {
            price: money(next.amount),
            date: new Date(next.at),
          })}
        </p>
      )}
      {quote.overage.features.map(({ feature_key: key, feature_name: feature, amount }) => (
        <p key={key} className="mt-1 text-muted">
          {words("overageSoFar", { feature, price: money(amount) })}
        </p>
      ))}
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
        }}
      />
    </>
  );
}

/** How the card provider's script is opened; null for a subscription that is paid by transfer. */
async function cardOf(api: Api, { provider }: Subscription) {
  if (provider !== "PROVIDER_A") return null;
  const form = await api.paymentMethods.cardForm.query({});
  return { publishableKey: form.publishable_key, scriptUrl: form.script_url };
}
