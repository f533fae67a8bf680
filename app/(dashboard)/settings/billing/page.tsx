import type { Metadata } from "next";
import { BillingPage } from "./billing-page.tsx";

export const metadata: Metadata = { title: "Invoices and taxes" };

export default function Page() {
  return <BillingPage />;
}
