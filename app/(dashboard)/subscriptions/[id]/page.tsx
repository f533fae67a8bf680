import type { Metadata } from "next";
import { SubscriptionPage } from "./subscription-page.tsx";

export const metadata: Metadata = { title: "Subscription" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SubscriptionPage id={decodeURIComponent((await params).id)} />;
}
