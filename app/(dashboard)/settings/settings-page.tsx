"use client";

import { CopyButton } from "../../_components/copy-button.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import Loading from "../loading.tsx";
import { AccessCard } from "./access-card.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { SettingsCard } from "./lazy-settings-card.tsx";

const BRANDING: FormField[] = [
  { name: "name", label: "Name", isRequired: true, hint: "The name that mails and pages show." },
  { name: "brand_color", label: "Colour", kind: "color", isRequired: true },
  {
    ...{ name: "logo_url", label: "Logo", placeholder: "https://…", whenEmpty: "null" },
    hint: "The address of a picture. Pages, mails and invoices show it; on invoices it must be a PNG or JPEG.",
  },
  {
    name: "website_url",
    label: "Website",
    placeholder: "https://…",
    whenEmpty: "null",
    hint: "Links in mails lead to pages under this address.",
  },
  { name: "support_email", label: "Support address", kind: "email", whenEmpty: "null" },
];

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
    hint: "People who refer more friends move further up.",
  },
];

/** Branding and policies of the tenant. `sandboxId`: the TEST tenant beside this one, where the member may see it. */
export function SettingsPage({ sandboxId }: { sandboxId: string | null }) {
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
        <SettingsCard
          title="Branding"
          fields={BRANDING}
          settings={data}
          {...(sandboxId !== null && { sandboxId })}
          preview={(typed) => <BrandPreview typed={typed} />}
        />
        <SettingsCard title="Admission" fields={ADMISSION} settings={data} />
        <AccessCard />
      </div>
    </>
  );
}
