"use client";

import type { ReactNode } from "react";
import { type FieldValues, type UseFormReturn, useController } from "react-hook-form";
import type { FormField } from "../../../_components/form/field.ts";
import { FieldProblem } from "../../../_components/form/field-problem.tsx";
import { Fold } from "../../../_components/form/fold.tsx";
import { FormFields } from "../../../_components/form/form-fields.tsx";
import { InvoicePaymentCaution } from "../../../_components/invoice-payment-caution.tsx";
import { Link } from "../../../_components/link.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { Input } from "../../../_components/ui/input.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { nameOfCard } from "../../../_lib/card-brand.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { TEST_CARDS } from "../../../_lib/test-cards.ts";
import { type Choice, Choices } from "./choices.tsx";
import type { KnownCustomer } from "./use-customer.ts";

const WAYS: Choice[] = [
  { value: "CARD", title: "By card", detail: "A saved card is charged for each period." },
  {
    value: "LINK",
    title: "By card, on a checkout page",
    detail: "You get a link for the customer. They enter their card there, and it starts then.",
  },
  { value: "TRANSFER", title: "By transfer", detail: "Invoices under your numbers go out by mail." },
];

/** How the page calls the card that is charged; null for one that it does not know. */
export function cardInWords(card: string, { cards = [] }: KnownCustomer): string | null {
  const saved = cards.find(({ id }) => id === card);
  if (saved) return nameOfCard(saved);
  return TEST_CARDS.some(({ value }) => value === card) ? "the test card" : null;
}

/** Instead of what the ways by card say, where no card provider is connected. */
const NOT_CONNECTED = (
  <>
    Stripe is not connected: cards cannot be charged.{" "}
    <Link href="/settings/provider" className="rounded underline underline-offset-2">
      Connect it
    </Link>
  </>
);

interface Props {
  form: UseFormReturn<FieldValues>;
  fields: FormField[];
  idPrefix: string;
  known: KnownCustomer;
  /** undefined: the server has not said yet. */
  needsCard: boolean | undefined;
  currency: string;
  /** Whether a card provider is connected. */
  takesCards: boolean;
}

/** How it is paid: a card that is there, a page on which the customer enters one, or a transfer. */
export function PaymentPart({ form, fields, idPrefix, known, needsCard, currency, takesCards }: Props) {
  const payment = useController({ control: form.control, name: "payment" }).field;
  const more: Record<string, ReactNode> = {
    CARD: <Cards {...{ form, idPrefix, known, needsCard, currency }} />,
    TRANSFER: (
      <div className="space-y-4">
        <InvoicePaymentCaution />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormFields
            form={form}
            fields={fields.filter(({ name }) => name === "due_days" || name === "invoice_address")}
            idPrefix={idPrefix}
          />
        </div>
      </div>
    ),
  };
  const code = fields.filter(({ name }) => name === "promotion_code");
  return (
    <Card aria-label="Payment">
      <CardHeader>
        <CardTitle>Payment</CardTitle>
      </CardHeader>
      <div className="divide-y px-4">
        <Choices
          label="Payment"
          choices={WAYS.map((way) => ({
            ...way,
            more: more[way.value],
            ...(!takesCards && way.value !== "TRANSFER" && { detail: NOT_CONNECTED, isDisabled: true }),
          }))}
          value={payment.value}
          onChoose={payment.onChange}
        />
      </div>
      {payment.value === "CARD" && (
        <div className="border-t p-4">
          <div className="sm:max-w-80">
            <FormFields form={form} fields={code} idPrefix={idPrefix} />
          </div>
        </div>
      )}
    </Card>
  );
}

type CardsProps = Omit<Props, "fields" | "takesCards">;

/** The card that is charged: one of the customer's, in a sandbox a test card, or none where none is needed. */
function Cards({ form, idPrefix, known, needsCard, currency }: CardsProps) {
  const { tenant } = useDashboard();
  const card = useController({ control: form.control, name: "card" }).field;
  const problem = form.formState.errors.card;
  const isNobody = form.watch("who") !== "NEW" && form.watch("customer") === "";
  const isNew = isNobody || form.watch("who") === "NEW";
  const error =
    problem?.type === "required"
      ? "Choose a card, or let the customer enter one on a checkout page."
      : typeof problem?.message === "string"
        ? problem.message
        : undefined;
  if (!isNew && known.cards === undefined && !known.error) return <Skeleton className="h-11 w-full" />;
  const saved = isNew ? [] : (known.cards ?? []);
  const choices: Choice[] = [
    ...saved.map((one): Choice => {
      const isForOther = one.currency !== null && one.currency !== currency;
      return {
        value: one.id,
        title: nameOfCard(one),
        detail: isForOther
          ? `Saved for payments in ${one.currency}, not in ${currency}.`
          : `Expires ${String(one.exp_month).padStart(2, "0")}/${String(one.exp_year).slice(-2)}${one.is_default ? ", charged by default" : ""}`,
        isDisabled: isForOther,
      };
    }),
    ...(tenant.tenantMode === "TEST" ? TEST_CARDS : []),
    // The last, because it comes and goes with the server's answer: no row moves away from under the pointer.
    ...(needsCard === false
      ? [{ value: "", title: "No card now", detail: "This subscription starts without a card." }]
      : []),
  ];
  const isTyped = card.value !== "" && !choices.some(({ value }) => value === card.value);
  const id = `${idPrefix}-card`;
  return (
    <div className="space-y-3">
      {choices.length > 0 ? (
        <div className="pl-4">
          <Choices
            label="Card"
            choices={choices}
            value={card.value}
            onChoose={card.onChange}
            error={isTyped ? undefined : error}
          />
        </div>
      ) : (
        <p
          tabIndex={-1}
          data-invalid={error ? true : undefined}
          className="rounded text-[0.8125rem] text-pretty text-muted"
        >
          {isNobody
            ? "Choose the customer first: their saved cards then stand here."
            : "No card of this customer is saved. Send them a checkout page instead, or let them save a card in their portal."}
        </p>
      )}
      <Fold title="For developers" hasProblem={error !== undefined && (isTyped || choices.length === 0)}>
        <div className="space-y-1.5 sm:col-span-2">
          <Label htmlFor={id}>Payment method or token</Label>
          <Input
            id={id}
            ref={card.ref}
            className="font-mono text-xs"
            placeholder="pm_…"
            autoComplete="off"
            spellCheck={false}
            value={isTyped ? card.value : ""}
            onChange={({ target }) => card.onChange(target.value.trim())}
            aria-invalid={error && (isTyped || choices.length === 0) ? true : undefined}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
          />
          <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
            A payment method that the card provider has verified
            {tenant.tenantMode === "TEST" && ", or the token of another test card, tok_…"}.
          </p>
          {(isTyped || choices.length === 0) && <FieldProblem id={id} error={error} />}
        </div>
      </Fold>
    </div>
  );
}
