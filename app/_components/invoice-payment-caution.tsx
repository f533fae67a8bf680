"use client";

import { useLoaded } from "../_lib/use-loaded.ts";
import { Link } from "./link.tsx";
import { Alert } from "./ui/alert.tsx";

/** Says that the tenant's invoices do not say how to pay, where they do not. */
export function InvoicePaymentCaution() {
  const { data: settings } = useLoaded("settings", "all", (api, signal) =>
    api.settings.get.query({}, { signal }),
  );
  if (settings?.invoice_payment !== null) return null;
  return (
    <Alert tone="caution" role="note">
      Your invoices do not say how to pay: a customer who is to pay by transfer could not. Write it under{" "}
      <Link href="/settings/billing" className="rounded font-medium underline underline-offset-2">
        Settings, Billing
      </Link>
      .
    </Alert>
  );
}
