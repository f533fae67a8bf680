import { OpenAction } from "../../../_components/form/action-dialog.tsx";
import type { Api } from "../../../_lib/api.ts";
import { CreditLeft } from "./credit-left.tsx";

interface Props {
  subscription: Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;
  close: () => void;
}

/** Asks when the subscription is to end, says what becomes of its credit, and cancels it. */
export function CancelSubscription({ subscription, close }: Props) {
  const { id, canceled_at: canceledAt } = subscription;
  return (
    <OpenAction
      close={close}
      title="Cancel the subscription?"
      description={<CreditLeft subscription={subscription} />}
      schema={async () =>
        (await import("../../../../server/domain/billing/subscriptions/end/end-subscription-schema.ts"))
          .CancelSubscription
      }
      fields={[
        {
          name: "at",
          label: "When",
          kind: "radio",
          options: [
            {
              value: "period_end",
              label: "At the period's end",
              hint: "It runs until then. You can take the cancellation back.",
            },
            {
              value: "now",
              label: "Now",
              hint: "It ends at once, usage so far is billed, and nothing is refunded.",
            },
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
