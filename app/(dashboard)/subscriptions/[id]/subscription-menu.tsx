"use client";

import dynamic from "next/dynamic";
import { BY_CARD } from "../../../../server/platform/schema/provider.ts";
import { OpenAction } from "../../../_components/form/action-dialog.tsx";
import ObjectMenu, { type MenuAction } from "../../../_components/object-menu.tsx";
import type { Api } from "../../../_lib/api.ts";
import { DROP_CHANGE } from "../drop-change.ts";
import { CancelSubscription } from "./cancel-subscription.tsx";
import { type Change, changeTitle } from "./change-options.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { RESUME } from "./resume.ts";

const ChangePlanWindow = dynamic(
  () => import("./change-plan-dialog.tsx").then((part) => part.ChangePlanDialog),
  { ssr: false },
);

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

interface Props {
  subscription: Subscription;
  /** Whether it can be resumed, and the page has no button for it. */
  resume?: boolean;
  /** What can be changed that the page has no button for. */
  changes: Change[];
  isWanted: boolean;
}

/** What the state of the subscription allows beside what its page has a button for. */
export default function SubscriptionMenu({ subscription, resume = false, changes, isWanted }: Props) {
  const { id, status, plan_price: price, provider, coming } = subscription;
  const isRunning = status === "ACTIVE" || status === "TRIALING";
  const all: (MenuAction | false | null | undefined)[] = [
    resume && {
      label: "Resume",
      dialog: (close) => <OpenAction {...RESUME} fixed={{ id }} close={close} />,
    },
    ...changes.map(
      (change): MenuAction => ({
        label: changeTitle(change.way, change.prices),
        dialog: (close) => <ChangePlanWindow {...change} close={close} />,
      }),
    ),
    coming?.change && {
      label: "Drop the change",
      dialog: (close) => <OpenAction {...DROP_CHANGE} fixed={{ id }} close={close} />,
    },
    {
      label: "Charge an item",
      dialog: (close) => <ChargeItem id={id} currency={price.currency} close={close} />,
    },
    isRunning &&
      price.amount > 0 && {
        label: provider === BY_CARD ? "Collect by transfer" : "Collect by card",
        dialog: (close) => <MoveDialog subscription={subscription} close={close} />,
      },
    (isRunning || status === "PAST_DUE") && {
      label: "Pause",
      dialog: (close) => <Pause id={id} close={close} />,
    },
    {
      label: "Cancel subscription",
      isLast: true,
      dialog: (close) => <CancelSubscription subscription={subscription} close={close} />,
    },
  ];
  const actions = all.filter((action) => typeof action === "object" && action !== null);
  return <ObjectMenu {...{ actions, isWanted }} />;
}

interface DialogProps {
  id: string;
  close: () => void;
}

const loadSubscriptionId = async () =>
  (await import("../../../../server/domain/billing/subscriptions/end/schema.ts")).SubscriptionId;

function ChargeItem({ id, currency, close }: DialogProps & { currency: string }) {
  return (
    <OpenAction
      close={close}
      title="Charge an item"
      description="Something that the customer owes once. On the next invoice it is a line beside the plan; invoiced now, it is on an invoice of its own with whatever else waits."
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/add-item-schema.ts")).AddItem
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

function Pause({ id, close }: DialogProps) {
  return (
    <OpenAction
      close={close}
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
