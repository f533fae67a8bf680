import type { Metadata } from "next";
import { BillingPage } from "./billing-page.tsx";

export const metadata: Metadata = { title: "Billing" };

export default function Page() {
  return <BillingPage />;
}
