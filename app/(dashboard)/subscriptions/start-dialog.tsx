"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDayCount, formatInterval, formatMoney } from "../../_lib/format.ts";
import { paymentField, USUAL_PAYMENT } from "../../_lib/payment-field.ts";
import { useCatalog, usePriceOptions } from "../../_lib/use-catalog.ts";
import { useDueDaysField } from "../../_lib/use-due-days.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";

const CUSTOMER_FIELDS: FormField[] = [
  {
    name: "customer",
    label: "Customer",
    kind: "customer",
    isRequired: true,
    hint: "Type a name or an e-mail address and choose from the list. Your own identifier works, too; an unknown one creates a customer.",
  },
  {
    name: "email",
    label: "E-mail",
    kind: "email",
    hint: "Required for a new customer.",
  },
];

const isByInvoice = (values: Record<string, unknown>) => values.provider === "PROVIDER_B";

/** The price, and how it is paid. */
function paymentFields(options: ReturnType<typeof usePriceOptions>, dueDays: FormField): FormField[] {
  const isPaid = (values: Record<string, unknown>) =>
    !isByInvoice(values) && options.some(({ value, isFree }) => value === values.plan_price_id && !isFree);
  return [
    { name: "plan_price_id", label: "Price", kind: "select", options, isRequired: true },
    paymentField({
      transfer: "An invoice for each period is mailed to the customer, under your next number.",
      card: "Stripe charges a card of the customer's, now and for each period.",
    }),
    { ...dueDays, isShown: isByInvoice },
    {
      name: "invoice_address",
      label: "Billed to",
      kind: "textarea",
      hint: "Name, address and tax number on the invoices.",
      isShown: isByInvoice,
    },
    {
      name: "cardprovider_payment_method_id",
      label: "Payment method",
      hint: "A verified payment method of the card provider, pm_…",
      isShown: isPaid,
    },
    {
      name: "cardprovider_test_card_token",
      label: "Test card token",
      placeholder: "tok_visa",
      hint: "Instead of a payment method. Works in the provider's test mode only.",
      isShown: isPaid,
    },
  ];
}

type Cost = Awaited<ReturnType<Api["plans"]["preview"]["mutate"]>>["cost"];

/** What the customer is charged when the subscription starts, and from then on. */
function Charged({ cost, trialDays, isByInvoice: byInvoice }: ChargedProps) {
  const [total] = cost?.totals ?? [];
  if (!cost || !total || total.amount === 0)
    return (
      <Alert>
        Nothing is charged.
        {byInvoice && " What is owed later, as on another plan, is invoiced and paid by transfer."}
      </Alert>
    );
  const money = formatMoney(total.amount, cost.currency);
  const every = `${money} each ${formatInterval(total.interval)}`;
  return (
    <Alert>
      <span className="font-medium">
        {trialDays > 0
          ? `Nothing is charged for ${formatDayCount(trialDays)}, then ${every}.`
          : byInvoice
            ? `An invoice over ${money} is issued now, then ${every}.`
            : `${money} is charged now, then ${every}.`}
      </span>{" "}
      {trialDays > 0 &&
        (byInvoice
          ? "A customer that had a trial before is invoiced now. "
          : "A customer or card that had a trial before is charged now. ")}
      {byInvoice
        ? "Usage is added where it is due. Invoices by transfer have no taxes added."
        : "Taxes and usage are added where they are due."}
    </Alert>
  );
}

interface ChargedProps {
  cost: Cost;
  trialDays: number;
  isByInvoice: boolean;
}

/**
 * How a customer pays and the currency that they are billed in: of a subscription that runs, the newest first, else the currency of
 * their balance; undefined for a new one, and while it is not known.
 */
function useOwnBilling(customer: string | undefined) {
  const isWanted = customer !== undefined;
  const of = customer ?? "";
  const { data: subscriptions } = useLoaded(
    "subscriptions of customer",
    of,
    (api, signal) => api.subscriptions.list.query({ customer: of, limit: 50 }, { signal }),
    { isWanted },
  );
  const { data: balance } = useLoaded(
    "customer balance",
    of,
    (api, signal) => api.customers.getBalance.query({ id: of }, { signal }),
    { isWanted },
  );
  const running = subscriptions?.data.find(({ status }) => status !== "CANCELED");
  const owed = balance?.balances.find((one) => one.credit !== 0 || one.waiting !== 0 || one.receivable !== 0);
  return { currency: running?.plan_price.currency ?? owed?.currency, provider: running?.provider };
}

/** Starts a subscription for a customer, paid with a stored payment method, a test card, or by invoice. */
export function StartSubscriptionDialog({ customer }: { customer?: string }) {
  const router = useRouter();
  const options = usePriceOptions();
  const dueDays = useDueDaysField();
  const own = useOwnBilling(customer);
  const { isLoaded, prices } = useCatalog();
  const pressed = usePressedByLink("new");
  if (!useMay("ADMIN") || (isLoaded && options.length === 0)) return null;
  const trigger = (
    <Button
      {...(isLoaded && !customer && { ref: pressed })}
      size={customer ? "small" : "medium"}
      variant={customer ? "secondary" : "primary"}
      disabled={!isLoaded}
    >
      New subscription
    </Button>
  );
  if (!isLoaded) return trigger;
  const first = options.find(({ currency }) => currency === own.currency) ?? options[0];
  return (
    <ActionDialog
      trigger={trigger}
      title="New subscription"
      description="The subscription starts now, paid by card or by transfer on invoice. A free price or a trial needs no card."
      schema={async () =>
        (await import("../../../server/domain/billing/subscriptions/change/schema.ts")).CreateSubscription
      }
      fields={[...(customer ? [] : CUSTOMER_FIELDS), ...paymentFields(options, dueDays)]}
      {...(customer && { fixed: { customer } })}
      initial={{ plan_price_id: first?.value, provider: own.provider ?? USUAL_PAYMENT }}
      submit="Start subscription"
      preview={{
        submit: "See what is charged",
        act: async (api, input) => {
          const price = prices.find(({ id }) => id === input.plan_price_id);
          const asked = { plan_id: price?.plan_id ?? "", plan_price_id: input.plan_price_id };
          const { cost } = await api.plans.preview.mutate(asked);
          return { cost, trialDays: price?.trial_days ?? 0, isByInvoice: isByInvoice(input) };
        },
        show: (charged) => <Charged {...charged} />,
      }}
      done="The subscription has started."
      act={(api, input) => api.subscriptions.create.mutate(input)}
      onDone={({ id }) => router.push(`/subscriptions/${id}` as Route)}
    />
  );
}
