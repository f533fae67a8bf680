import type { Metadata } from "next";
import { InvoicesPage } from "./invoices-page.tsx";

export const metadata: Metadata = { title: "Invoices" };

export default function Page() {
  return <InvoicesPage />;
}
