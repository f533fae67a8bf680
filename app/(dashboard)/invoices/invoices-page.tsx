"use client";

import { PageHeader } from "../../_components/page-header.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

/** What was billed, by the card provider and by hand. */
export function InvoicesPage() {
  return (
    <>
      <PageHeader
        title="Invoices"
        description="Invoices of the card provider, and your own invoices, which you mark as paid when the transfer arrives."
      />
      <InvoicesTable />
    </>
  );
}
