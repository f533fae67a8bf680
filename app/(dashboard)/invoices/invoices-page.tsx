"use client";

import { PageHeader } from "../../_components/page-header.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

/** What was billed, by the card provider and by hand. */
export function InvoicesPage() {
  return (
    <>
      <PageHeader
        title="Invoices"
        description="The card provider's, copied here, and your own: those you mark paid when the money comes."
      />
      <InvoicesTable />
    </>
  );
}
