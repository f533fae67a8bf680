import type { Metadata } from "next";
import { NewSubscriptionPage } from "./new-subscription-page.tsx";

export const metadata: Metadata = { title: "New subscription" };

export default function Page() {
  return <NewSubscriptionPage />;
}
