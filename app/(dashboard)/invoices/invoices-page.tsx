"use client";

import { PageHeader } from "../../_components/page-header.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

/** All invoices: from the card provider and from Usher. */
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
