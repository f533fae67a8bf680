import type { Api } from "../../_lib/api.ts";

/** The dialog that drops the change that comes. */
export const DROP_CHANGE = {
  title: "Drop the change?",
  description:
    "The subscription stays as it is. Where the change waits for the cardholder, its open invoice is voided, and nothing is charged.",
  schema: async () =>
    (await import("../../../server/domain/billing/subscriptions/end/schema.ts")).SubscriptionId,
  submit: "Drop the change",
  keep: "Keep the change",
  done: "The change was dropped.",
  act: (api: Api, input: { id: string }) => api.subscriptions.dropPendingChange.mutate(input),
};
