"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import { useCatalog, usePriceOptions } from "../../_lib/use-catalog.ts";
import { useDueDaysField } from "../../_lib/use-due-days.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";

const CUSTOMER_FIELDS: FormField[] = [
  {
    name: "customer",
    label: "Customer",
    isRequired: true,
    hint: "Your own identifier or a cus_ id. An unknown identifier creates a customer.",
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
    {
      name: "provider",
      label: "Payment",
      kind: "select",
      options: [
        { value: "PROVIDER_A", label: "By card" },
        { value: "PROVIDER_B", label: "By transfer" },
      ],
    },
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

/** Starts a subscription for a customer, paid with a stored payment method, a test card, or by invoice. */
export function StartSubscriptionDialog({ customer }: { customer?: string }) {
  const router = useRouter();
  const options = usePriceOptions();
  const dueDays = useDueDaysField();
  const { isLoaded } = useCatalog();
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
      initial={{ plan_price_id: options[0]?.value, provider: "PROVIDER_A" }}
      submit="Start subscription"
      done="The subscription has started."
      act={(api, input) => api.subscriptions.create.mutate(input)}
      onDone={({ id }) => router.push(`/subscriptions/${id}` as Route)}
    />
  );
}
