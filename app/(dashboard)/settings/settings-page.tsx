"use client";

import { CopyButton } from "../../_components/copy-button.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Link } from "../../_components/link.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import Loading from "../loading.tsx";
import { AccessCard } from "./access-card.tsx";
import { SettingsCard } from "./lazy-settings-card.tsx";

const ADMISSION: FormField[] = [
  {
    name: "signup_policy",
    label: "Who may register",
    kind: "select",
    options: [
      { value: "OPEN", label: "Anyone" },
      { value: "INVITE_ONLY", label: "People with an invitation" },
      { value: "WAITLIST", label: "People invited from the waitlist" },
    ],
  },
  {
    name: "waitlist_referrals",
    label: "Referrals move people up in line",
    kind: "switch",
    hint: "Friends count once they confirm their address or register, each mailbox once.",
  },
];

/** Who may register, and which other tenants see the waitlist. */
export function SettingsPage() {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = useLoaded("settings", "all", (api, signal) =>
    api.settings.get.query({}, { signal }),
  );
  if (error && !data) return <LoadFailure what="The settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader
        title="Settings"
        description={<CopyButton value={data.tenant_id} label="the tenant's id" />}
      />
      <div className="in-order max-w-4xl space-y-4 lg:space-y-6">
        {!mayChange && <Alert>Owners and admins of {data.name} change these settings.</Alert>}
        <SettingsCard title="Admission" fields={ADMISSION} settings={data} />
        <AccessCard />
        <p className="text-[0.8125rem] text-muted">
          Name, logo and colour are under{" "}
          <Link href="/settings/branding" className="rounded font-medium text-link hover:underline">
            Branding
          </Link>
          .
        </p>
      </div>
    </>
  );
}
