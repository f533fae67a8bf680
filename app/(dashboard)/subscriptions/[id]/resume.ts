import type { Api } from "../../../_lib/api.ts";

/** The dialog that resumes a subscription. */
export const RESUME = {
  title: "Resume the subscription?",
  description:
    "Ends the pause. Of a subscription that is not paused, withdraws the cancellation at the period's end.",
  schema: async () =>
    (await import("../../../../server/domain/billing/subscriptions/end/schema.ts")).SubscriptionId,
  submit: "Resume",
  done: "The subscription was resumed.",
  act: (api: Api, input: { id: string }) => api.subscriptions.resume.mutate(input),
};
