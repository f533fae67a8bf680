import { notFound } from "next/navigation";
import { type Api, errorName } from "../_lib/api.ts";
import type { Subscription } from "./subscription-card.tsx";

/** The customer's subscription with the id in the URL; 404 for any other id. */
export async function ownSubscription(api: Api, id: string | undefined): Promise<Subscription> {
  if (id === undefined) notFound();
  try {
    return await api.subscriptions.get.query({ id });
  } catch (error) {
    if (errorName(error) === null) throw error;
    notFound();
  }
}
