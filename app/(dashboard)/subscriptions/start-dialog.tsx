"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import { usePriceOptions } from "../../_lib/use-catalog.ts";
import { useMay } from "../../_lib/use-loaded.ts";

/** Starts a subscription for a customer, by a payment method on file or a test card. */
export function StartSubscriptionDialog({ customer }: { customer?: string }) {
  const router = useRouter();
  const options = usePriceOptions();
  if (!useMay("ADMIN") || options.length === 0) return null;
  const isPaid = (values: Record<string, unknown>) =>
    options.some(({ value, isFree }) => value === values.plan_price_id && !isFree);
  const who: FormField[] = customer
    ? []
    : [
        {
          name: "customer",
          label: "Customer",
          isRequired: true,
          hint: "Your own identifier, or our cus_ id. A new one is made.",
        },
        {
          name: "email",
          label: "E-mail",
          kind: "email",
          hint: "Needed the first time the customer is named.",
        },
      ];
  return (
    <ActionDialog
      trigger={
        <Button size={customer ? "small" : "medium"} variant={customer ? "secondary" : "primary"}>
          New subscription
        </Button>
      }
      title="New subscription"
      description="Starts now, at the card provider. A price that is free or has a trial needs no card."
      schema={async () => (await import("../../../server/domain/subscriptions/schema.ts")).StartSubscription}
      fields={[
        ...who,
        { name: "plan_price_id", label: "Price", kind: "select", options, isRequired: true },
        {
          name: "cardprovider_payment_method_id",
          label: "Payment method",
          hint: "An already verified one of the card provider, pm_…",
          isShown: isPaid,
        },
        {
          name: "cardprovider_test_card_token",
          label: "Test card token",
          placeholder: "tok_visa",
          hint: "In the provider's test mode only, instead of a payment method.",
          isShown: isPaid,
        },
      ]}
      {...(customer && { fixed: { customer } })}
      initial={{ plan_price_id: options[0]?.value }}
      submit="Start subscription"
      done="The subscription has started."
      act={(api, input) => api.subscriptions.start.mutate(input)}
      onDone={({ id }) => router.push(`/subscriptions/${id}` as Route)}
    />
  );
}
