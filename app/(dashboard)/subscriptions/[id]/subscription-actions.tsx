"use client";

import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useCatalog, usePriceOptions } from "../../../_lib/use-catalog.ts";
import { useMay } from "../../../_lib/use-loaded.ts";
import { ChangePlan } from "./change-plan.tsx";
import { CreditLeft } from "./credit-left.tsx";
import { MoveDialog } from "./move-dialog.tsx";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

const loadSubscriptionId = async () =>
  (await import("../../../../server/domain/billing/subscriptions/end/schema.ts")).SubscriptionId;

/** The actions that the state of the subscription allows. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, canceled_at: canceledAt, product, plan_price: price } = subscription;
  const options = usePriceOptions({ productId: product.id, currency: price.currency }).filter(
    ({ value }) => value !== price.id,
  );
  const { isLoaded } = useCatalog();
  if (!useMay("ADMIN") || status === "CANCELED") return null;
  const isResumable = status === "PAUSED" || canceledAt !== null;
  const isChangeable = status === "ACTIVE" || status === "TRIALING" || status === "PAST_DUE";
  return (
    <>
      {isResumable && <ResumeDialog id={id} />}
      {isChangeable && (!isLoaded || options.length > 0) && (
        <ChangePlan
          {...{ id, options }}
          isByCard={subscription.provider === "PROVIDER_A"}
          // Of one that is past due the payment comes first: the page shows it above.
          isPrimary={!isResumable && status !== "PAST_DUE"}
        />
      )}
      {subscription.pending_plan_price_id !== null && <KeepPlanDialog id={id} />}
      <ItemDialog id={id} currency={price.currency} />
      {(status === "ACTIVE" || status === "TRIALING") && price.amount > 0 && (
        <MoveDialog subscription={subscription} />
      )}
      {isChangeable && <PauseDialog id={id} />}
      <CancelDialog subscription={subscription} />
    </>
  );
}

function ResumeDialog({ id }: { id: string }) {
  return (
    <ActionDialog
      trigger={<Button>Resume</Button>}
      title="Resume the subscription?"
      description="Ends the pause, or withdraws the cancellation at the period's end."
      schema={loadSubscriptionId}
      fixed={{ id }}
      submit="Resume"
      done="The subscription was resumed."
      act={(api, input) => api.subscriptions.resume.mutate(input)}
    />
  );
}

function KeepPlanDialog({ id }: { id: string }) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Keep the plan</Button>}
      title="Keep the present plan?"
      description="The scheduled change is dropped: the subscription stays with its plan when the period ends."
      schema={loadSubscriptionId}
      fixed={{ id }}
      submit="Keep the plan"
      keep="Change as scheduled"
      done="The scheduled change was dropped."
      act={(api, input) => api.subscriptions.dropPendingChange.mutate(input)}
    />
  );
}

function ItemDialog({ id, currency }: { id: string; currency: string }) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Charge an item</Button>}
      title="Charge an item"
      description="Something that the customer owes once. On the next invoice it is a line beside the plan; invoiced now, it is on an invoice of its own with whatever else waits."
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/manual/item-schema.ts")).AddItem
      }
      fields={[
        { name: "description", label: "Text on the invoice", isRequired: true },
        {
          name: "amount",
          label: "Amount",
          kind: "money",
          currency,
          isRequired: true,
          hint: "Below 0 it is credit.",
        },
        {
          name: "invoice",
          label: "Invoiced",
          kind: "select",
          options: [
            { value: "next", label: "With the next invoice" },
            { value: "now", label: "Now" },
          ],
        },
      ]}
      fixed={{ id }}
      initial={{ invoice: "next" }}
      submit="Charge item"
      act={(api, input) => api.subscriptions.addItem.mutate(input)}
      done={({ state }) =>
        state === "invoiced" ? "The item was invoiced." : "The item waits for the next invoice."
      }
    />
  );
}

function PauseDialog({ id }: { id: string }) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Pause</Button>}
      title="Pause the subscription?"
      description="Until you resume it, no payment is collected and the customer has no access. Periods continue."
      schema={loadSubscriptionId}
      fixed={{ id }}
      submit="Pause"
      done="The subscription is paused."
      act={(api, input) => api.subscriptions.pause.mutate(input)}
    />
  );
}

function CancelDialog({ subscription }: { subscription: Subscription }) {
  const { id, canceled_at: canceledAt } = subscription;
  return (
    <ActionDialog
      trigger={<Button variant="ghost">Cancel subscription</Button>}
      title="Cancel the subscription?"
      description={
        <>
          At the period’s end: it runs until then. Now: it ends at once, usage so far is billed, and nothing
          is refunded.
          <CreditLeft subscription={subscription} />
        </>
      }
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/end/schema.ts")).CancelSubscription
      }
      fields={[
        {
          name: "at",
          label: "When",
          kind: "select",
          options: [
            { value: "period_end", label: "At the period's end" },
            { value: "now", label: "Now" },
          ],
        },
        { name: "reason", label: "Reason", kind: "textarea", hint: "Stored in the audit log." },
      ]}
      fixed={{ id }}
      initial={{ at: canceledAt === null ? "period_end" : "now" }}
      submit="Cancel subscription"
      keep="Keep subscription"
      isDangerous
      done="The subscription was canceled."
      act={(api, input) => api.subscriptions.cancel.mutate(input)}
    />
  );
}
