"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { DraftNotice } from "../../../_components/form/draft-notice.tsx";
import { FormSummary } from "../../../_components/form/form-summary.tsx";
import { useApiForm } from "../../../_components/form/use-api-form.ts";
import { useDraftKey } from "../../../_components/form/use-draft.ts";
import { Link } from "../../../_components/link.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { formatMoney } from "../../../_lib/format.ts";
import { setupGapsQuery } from "../../../_lib/queries.ts";
import { useDueDaysField } from "../../../_lib/use-due-days.ts";
import { useAction } from "../../../_lib/use-loaded.ts";
import { useQuiet } from "../../../_lib/use-quiet.ts";
import { BUILDER_COLUMNS } from "./builder-skeleton.tsx";
import { cardFor, cardsIn } from "./card-for.ts";
import { CheckoutLink } from "./checkout-link.tsx";
import { CustomerPart } from "./customer-part.tsx";
import { firstPrice, type Offer, offerWith, priceFor } from "./offers.ts";
import { cardInWords, PaymentPart } from "./payment-part.tsx";
import { PlanPart } from "./plan-part.tsx";
import { StartForm, type StartInput, startFields, startRequest } from "./start-form.ts";
import { StartResult } from "./start-result.tsx";
import { submitWords } from "./start-words.ts";
import { useCustomer } from "./use-customer.ts";
import { type AskedStart, type StartPreview, usePlanPreview, useStartPreview } from "./use-start-preview.ts";

interface Props {
  offers: Offer[];
  /** The customer whose page led here. */
  fixedCustomer: string | null;
}

type Typed = Record<string, unknown>;

/** What the server is asked about what is chosen now. */
function asked(typed: Typed): AskedStart {
  const text = (name: string) => String(typed[name] ?? "").trim();
  const isByTransfer = typed.payment === "TRANSFER";
  const email = StartForm.shape.email.safeParse(text("email"));
  const code = StartForm.shape.promotion_code.safeParse(text("promotion_code")).data;
  const days = StartForm.shape.due_days.safeParse(Number(text("due_days")));
  return {
    plan_price_id: text("plan_price_id"),
    provider: isByTransfer ? "PROVIDER_B" : "PROVIDER_A",
    ...(Array.isArray(typed.drivers) && { drivers: typed.drivers }),
    ...(typed.who !== "NEW" && text("customer") && { customer: text("customer") }),
    ...(typed.who === "NEW" && email.success && { email: email.data }),
    ...(typed.payment === "CARD" && code && { promotion_code: code }),
    ...(isByTransfer && text("due_days") && days.success && { due_days: days.data }),
  };
}

/** The form of a new subscription, with what it would charge beside it. */
export default function StartBuilder({ offers, fixedCustomer }: Props) {
  const id = useId();
  const router = useRouter();
  const { api, tenant } = useDashboard();
  const { data: gaps } = useQuery(setupGapsQuery(api, tenant.tenantId));
  const takesCards = gaps?.has_card_provider ?? true;
  const dueDays = useDueDaysField();
  const [lacksEmail, setLacksEmail] = useState(false);
  const [needsCard, setNeedsCard] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the days to pay, the hint alone changes
  const fields = useMemo(
    () => startFields({ lacksEmail, needsCard, dueDays }),
    [lacksEmail, needsCard, dueDays.hint],
  );
  const { form, refusal, summary, submitting, draft } = useApiForm({
    schema: StartForm,
    fields,
    draftKey: useDraftKey("New subscription", { customer: fixedCustomer }),
    initial: {
      who: "KNOWN",
      customer: fixedCustomer,
      payment: "CARD",
      plan_price_id: firstPrice(offers)?.id,
    },
  });
  const typed = form.watch();
  const customerId = typed.who === "NEW" || !typed.customer ? undefined : String(typed.customer);
  const known = useCustomer(customerId);
  const priceId = String(typed.plan_price_id ?? "");
  const offer = offerWith(offers, priceId);
  const price = offer?.prices.find((one) => one.id === priceId);

  const wanted = asked(typed);
  const quiet = useQuiet(wanted);
  const { data: answer, error, isPlaceholderData: isOld } = useStartPreview(quiet);
  const isStale = isOld || JSON.stringify(wanted) !== JSON.stringify(quiet);
  const preview = answer ?? null;
  const { data: plan } = usePlanPreview(offer?.plan.id ?? "");
  useEffect(() => setLacksEmail(known.customer?.email === null), [known.customer?.email]);
  useEffect(() => setNeedsCard(preview?.needs_card ?? false), [preview?.needs_card]);
  useOwnCurrency({ currency: known.currency, of: customerId, offer, price, choose: choosePrice });
  useDefaultCard({ known, currency: price?.currency, form, isNew: customerId === undefined });
  useUsualPayment({
    form,
    takesCards,
    isLive: tenant.tenantMode === "LIVE",
    needsCard,
    hasCards: (known.cards?.length ?? 0) > 0,
    isChosen: typed.who === "NEW" || known.cards !== undefined,
  });
  const root = useFocusOnFirst(draft.isRestored);

  function choosePrice(next: string): void {
    form.setValue("plan_price_id", next);
  }
  const start = useAction(
    async (api, input: StartInput) => {
      const customer = await customerOf(api, input);
      // A start that is refused leaves the customer there: it is tried again for them.
      if (input.who === "NEW") {
        form.setValue("who", "KNOWN");
        form.setValue("customer", customer);
      }
      if (input.payment !== "LINK") {
        const { id: subscription } = await api.subscriptions.create.mutate(startRequest(input, customer));
        return { subscription };
      }
      const { plan_price_id, drivers, email } = input;
      const { url } = await api.checkout.create.mutate({ customer, plan_price_id, drivers, email });
      return { url, customer };
    },
    {
      done: (made) =>
        "subscription" in made ? "The subscription has started." : "The checkout link was created.",
      isQuiet: true,
      leaves: true,
    },
  );
  const made = start.data;
  if (made && "url" in made && made.url)
    return (
      <CheckoutLink
        url={made.url}
        customerId={made.customer}
        onAgain={() => {
          start.reset();
          form.reset();
        }}
      />
    );
  const payment = StartForm.shape.payment.catch("CARD").parse(typed.payment);
  const hasCode = payment === "CARD" && wanted.promotion_code !== undefined;
  const isWaiting = isStale && !error;
  const billsUsage =
    plan?.plan.features.some(({ enabled, overage }) => enabled && overage === "BILL") ?? false;
  const card = cardInWords(String(typed.card ?? ""), known);
  const parts = { form, fields, idPrefix: id, known };
  return (
    <section aria-label="New subscription">
      <form
        ref={root}
        noValidate
        // One under another, the foot of the page keeps what is charged now and the button in reach.
        className={`${BUILDER_COLUMNS} max-lg:flex max-lg:flex-col max-lg:items-stretch`}
        onSubmit={submitting(start.mutateAsync, {
          follow: (output) => {
            if ("subscription" in output && output.subscription)
              router.push(`/subscriptions/${output.subscription}` as Route);
            return null;
          },
        })}
      >
        <div className="min-w-0 space-y-4">
          {draft.isRestored && <DraftNotice form={form} forget={draft.forget} />}
          <CustomerPart {...parts} isFixed={fixedCustomer !== null} />
          <PlanPart form={form} offers={offers} plan={plan} />
          <PaymentPart
            {...parts}
            needsCard={preview?.needs_card}
            currency={price?.currency ?? ""}
            takesCards={takesCards}
          />
        </div>
        <Card aria-label="What is charged" className="max-lg:contents lg:sticky lg:top-14">
          <div className="min-w-0 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:shadow-card">
            <CardHeader>
              <CardTitle>What is charged</CardTitle>
            </CardHeader>
            <div className="space-y-4 p-4">
              <StartResult {...{ preview, error, isStale: isWaiting, payment, hasCode, card, billsUsage }} />
              <FormSummary form={form} refusal={refusal} ref={summary} />
            </div>
          </div>
          <div className="flex items-center gap-4 max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-4 max-lg:border-t max-lg:bg-surface max-lg:px-4 max-lg:py-2.5 max-lg:shadow-raised lg:px-4 lg:pb-4">
            {preview && !error && !preview.live && <DueNow preview={preview} isStale={isWaiting} />}
            {preview?.live ? (
              <Button asChild className="min-w-0 flex-1">
                <Link href={`/subscriptions/${preview.live.id}` as Route}>
                  Open {preview.live.product_name} {preview.live.plan_name}
                </Link>
              </Button>
            ) : (
              <Button
                type="submit"
                className="h-auto min-h-9 min-w-0 flex-1 shrink py-1.5 whitespace-normal"
                disabled={start.isPending || isWaiting}
                aria-busy={start.isPending || undefined}
              >
                {submitWords(payment, error ? null : preview, hasCode)}
              </Button>
            )}
          </div>
        </Card>
      </form>
    </section>
  );
}

/** What is charged now, beside the button at the foot of a narrow page. The card says it too, to screen readers alike. */
function DueNow({
  preview: { amount_due: due, currency },
  isStale,
}: {
  preview: StartPreview;
  isStale: boolean;
}) {
  return (
    <p aria-hidden className="shrink-0 lg:hidden">
      <span className="block text-xs text-muted">Now</span>
      <span className="font-semibold tabular-nums">
        {isStale ? "…" : due === 0 ? "Nothing" : formatMoney(due, currency)}
      </span>
    </p>
  );
}

/** The customer's id; one who is new is made first. */
async function customerOf(
  api: Api,
  { who, customer = "", email, name, identifier }: StartInput,
): Promise<string> {
  if (who === "KNOWN") return customer;
  const made = await api.customers.create.mutate({ customer: identifier ?? email ?? "", email, name });
  return made.id;
}

interface Own {
  currency: string | undefined;
  of: string | undefined;
  offer: Offer | undefined;
  price: { currency: string; interval: Offer["prices"][number]["interval"] } | undefined;
  choose: (priceId: string) => void;
}

/** Goes to the customer's own currency once they are chosen, where the plan is sold in it. */
function useOwnCurrency({ currency, of, offer, price, choose }: Own): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (of === undefined || currency === undefined || done.current === of) return;
    done.current = of;
    if (!offer || !price || price.currency === currency) return;
    const own = priceFor(offer, { currency, interval: price.interval });
    if (own.currency === currency) choose(own.id);
  });
}

interface CardOf {
  known: ReturnType<typeof useCustomer>;
  currency: string | undefined;
  form: { getValues: (name: string) => unknown; setValue: (name: string, value: string) => void };
  isNew: boolean;
}

/** Chooses the card that is proposed, and lets go of one that is another customer's or of another currency. */
function useDefaultCard({ known, currency, form, isNew }: CardOf): void {
  const cards = isNew ? [] : known.cards;
  const ids = cards && cardsIn(cards, currency).map(({ id }) => id);
  const proposed = cards && cardFor(cards, currency)?.id;
  const text = JSON.stringify([ids, proposed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the cards, which are made anew each time
  useEffect(() => {
    if (ids === undefined) return;
    const now = String(form.getValues("card") ?? "");
    const isKept = now !== "" && (!now.startsWith("pm_") || ids.includes(now));
    if (!isKept) form.setValue("card", proposed ?? "");
  }, [text]);
}

interface Usual {
  form: UseFormReturn<FieldValues>;
  takesCards: boolean;
  isLive: boolean;
  needsCard: boolean;
  hasCards: boolean;
  /** The customer is known, or new. */
  isChosen: boolean;
}

/**
 * Who has no card can enter one on a checkout page alone: proposed until another way is chosen. Without a card provider a transfer is
 * the only way.
 */
function useUsualPayment({ form, takesCards, isLive, needsCard, hasCards, isChosen }: Usual): void {
  const usual = !takesCards ? "TRANSFER" : isLive && isChosen && needsCard && !hasCards ? "LINK" : "CARD";
  useEffect(() => {
    if (!takesCards || !form.getFieldState("payment").isDirty)
      form.resetField("payment", { defaultValue: usual });
  }, [form, usual, takesCards]);
}

/** Puts the focus in the first field. Not on a touch screen, whose keyboard would cover the page. */
function useFocusOnFirst(isRestored: boolean) {
  const root = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (isRestored || !window.matchMedia("(pointer: fine)").matches) return;
    root.current?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, []);
  return root;
}
