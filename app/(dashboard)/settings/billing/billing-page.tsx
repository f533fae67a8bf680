"use client";

import { Link } from "../../../_components/link.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { SettingsCard } from "../lazy-settings-card.tsx";
import { DUE, FAILED, LETTERHEAD, NUMBERS, REPORTING, TAXES } from "./billing-fields.ts";
import { DuePreview } from "./due-preview.tsx";
import { InvoicePreview } from "./invoice-preview.tsx";

/** What invoices say, when they are to be paid, and what happens when they are not. */
export function BillingPage() {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = useLoaded("settings", "all", (api, signal) =>
    api.settings.get.query({}, { signal }),
  );
  if (error && !data) return <LoadFailure what="The settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader
        title="Billing"
        description="What your invoices say, when they are to be paid, and what happens when they are not."
      />
      <div className="in-order max-w-4xl space-y-4 lg:space-y-6">
        {!mayChange && <Alert>Owners and admins of {data.name} change these settings.</Alert>}
        <SettingsCard
          title="Letterhead"
          description={
            <>
              The head of invoices by transfer, of their credit notes and receipts, from the next one on. Logo
              and colour are under <SettingsLink href="/settings/branding">Branding</SettingsLink>. Invoices
              by card are Stripe's, with the details of your Stripe account.
            </>
          }
          fields={LETTERHEAD}
          settings={data}
          preview={(typed) => <InvoicePreview typed={typed} settings={data} />}
        />
        <SettingsCard
          title="Invoice numbers"
          description="And those of credit notes. Each series goes on without gaps; earlier documents keep their numbers."
          fields={NUMBERS}
          settings={data}
        />
        <SettingsCard
          title="Due dates and reminders"
          description="For invoices by transfer."
          fields={DUE}
          settings={data}
          preview={(typed) => <DuePreview typed={typed} />}
        />
        <SettingsCard
          title="Failed payments"
          description="For cards that are declined, and for trials."
          fields={FAILED}
          settings={data}
        />
        <SettingsCard
          title="Taxes"
          description="Invoices by transfer have no taxes added: write their prices with the taxes that you owe."
          fields={TAXES}
          settings={data}
        />
        <SettingsCard
          title="Company currency"
          description={
            <>
              The currency into which revenue is also converted, at exchange rates that you set under{" "}
              <SettingsLink href="/revenue">Revenue</SettingsLink>. What customers pay does not change.
            </>
          }
          fields={REPORTING}
          settings={data}
        />
      </div>
    </>
  );
}

function SettingsLink({ href, children }: { href: "/settings/branding" | "/revenue"; children: string }) {
  return (
    <Link href={href} className="rounded font-medium text-link hover:underline">
      {children}
    </Link>
  );
}
