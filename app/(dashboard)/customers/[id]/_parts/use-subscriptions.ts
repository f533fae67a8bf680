"use client";

import type { Api } from "../../../../_lib/api.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

export type Subscription = Awaited<ReturnType<Api["subscriptions"]["list"]["query"]>>["data"][number];

/** The customer's subscriptions, newest first: several parts of the page ask for them, and they are fetched once. */
export const useSubscriptions = (customerId: string) =>
  useLoaded("customer subscriptions", customerId, (api, signal) =>
    api.subscriptions.list.query({ customer: customerId }, { signal }),
  );

export const isLive = ({ status }: Pick<Subscription, "status">) => status !== "CANCELED";
