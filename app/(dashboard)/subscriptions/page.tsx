import type { Metadata } from "next";
import { SubscriptionsList } from "./subscriptions-list.tsx";

export const metadata: Metadata = { title: "Subscriptions" };

export default function SubscriptionsPage() {
  return <SubscriptionsList />;
}
