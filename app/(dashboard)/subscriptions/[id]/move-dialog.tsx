"use client";

import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../_components/form/field.ts";
import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useDueDaysField } from "../../../_lib/use-due-days.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

const EMAIL: FormField[] = [
  {
    ...{ name: "email", label: "E-mail for the invoices", kind: "email" },
    hint: "Needed where the customer has no e-mail address yet.",
  },
];

const BY_CARD: FormField[] = [
  {
    ...{ name: "cardprovider_payment_method_id", label: "Payment method" },
    hint: "A verified payment method of the card provider, pm_…",
  },
  {
    ...{ name: "cardprovider_test_card_token", label: "Test card token", placeholder: "tok_visa" },
    hint: "Instead of a payment method. Works in the provider's test mode only.",
  },
];

/** Collects a subscription by transfer instead of by card, or the other way round, from its next period on. */
export function MoveDialog({ subscription: { id, provider } }: { subscription: Subscription }) {
  const dueDays = useDueDaysField();
  const isByCard = provider === "PROVIDER_A";
  const way = isByCard ? "by transfer" : "by card";
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Collect {way}</Button>}
      title={`Collect the subscription ${way}?`}
      description={`The running period stays as it is paid, with its usage. The next one is ${isByCard ? "on an invoice of yours, which goes out by mail" : "charged to the card"}. Credit goes along.`}
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/change/schema.ts")).MoveProvider
      }
      fields={isByCard ? [dueDays, ...EMAIL] : BY_CARD}
      fixed={{ id, provider: isByCard ? "PROVIDER_B" : "PROVIDER_A" }}
      submit={`Collect ${way}`}
      done={`The subscription is collected ${way} from its next period on.`}
      act={(api, input) => api.subscriptions.moveProvider.mutate(input)}
    />
  );
}
