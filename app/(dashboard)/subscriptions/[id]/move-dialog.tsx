"use client";

import { BY_CARD, BY_INVOICE } from "../../../../server/platform/schema/provider.ts";
import { OpenAction } from "../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../_components/form/field.ts";
import type { Api } from "../../../_lib/api.ts";
import { nameOfCard } from "../../../_lib/card-brand.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { TEST_CARDS } from "../../../_lib/test-cards.ts";
import { useDueDaysField } from "../../../_lib/use-due-days.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";

type Move = Parameters<Api["subscriptions"]["moveProvider"]["mutate"]>[0];
type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

const EMAIL: FormField[] = [
  {
    name: "email",
    label: "E-mail for the invoices",
    kind: "email",
    hint: "Needed where the customer has no e-mail address yet.",
  },
];

const CARD = "cardprovider_payment_method_id";

/** Where none is saved, the tenant's own page may have verified one. */
const NO_CARD: FormField = {
  name: CARD,
  label: "Payment method",
  placeholder: "pm_…",
  hint: "No card of this customer is saved here. Let them save one in their portal, or write the id of a payment method that the card provider has verified.",
};

/** The customer's cards that can be charged in the currency, and in a sandbox the test cards, as choices. */
function useCards({ customer, plan_price: { currency } }: Subscription, isWanted: boolean) {
  const { tenant } = useDashboard();
  const { data } = useLoaded(
    "payment methods",
    customer.id,
    (api, signal) => api.paymentMethods.list.query({ customer: customer.id }, { signal }),
    { isWanted },
  );
  const saved = (data?.data ?? []).filter((card) => card.currency === null || card.currency === currency);
  return [
    ...saved.map((card) => ({ value: card.id, label: nameOfCard(card) })),
    ...(tenant.tenantMode === "TEST" ? TEST_CARDS.map(({ value, title }) => ({ value, label: title })) : []),
  ];
}

/** The card as the operation takes it: the token of a test card has a field of its own. */
function withToken({ [CARD]: card, ...rest }: Move): Move {
  if (card === undefined) return rest;
  return card.startsWith("tok_")
    ? { ...rest, cardprovider_test_card_token: card }
    : { ...rest, [CARD]: card };
}

/** Collects a subscription by transfer instead of by card, or the other way round, from its next period on. */
export function MoveDialog({ subscription, close }: { subscription: Subscription; close: () => void }) {
  const { id, provider } = subscription;
  const dueDays = useDueDaysField();
  const isByCard = provider === BY_CARD;
  const cards = useCards(subscription, !isByCard);
  const way = isByCard ? "by transfer" : "by card";
  return (
    <OpenAction
      close={close}
      title={`Collect the subscription ${way}?`}
      description={`The running period stays as it is paid, with its usage. The next one is ${isByCard ? "on an invoice of yours, which goes out by mail" : "charged to the card"}. Credit goes along.`}
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/change/move-provider-schema.ts"))
          .MoveProvider
      }
      fields={
        isByCard
          ? [dueDays, ...EMAIL]
          : cards.length > 0
            ? [{ name: CARD, label: "Card", kind: "select", options: cards }]
            : [NO_CARD]
      }
      {...(!isByCard && { initial: { [CARD]: cards[0]?.value } })}
      fixed={{ id, provider: isByCard ? BY_INVOICE : BY_CARD }}
      submit={`Collect ${way}`}
      done={`The subscription is collected ${way} from its next period on.`}
      act={(api, input) => api.subscriptions.moveProvider.mutate(withToken(input))}
    />
  );
}
