"use client";

import type { FormField } from "../../../_components/form/field.ts";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { SettingsCard } from "../lazy-settings-card.tsx";
import { BrandPreview } from "./brand-preview.tsx";

const FIELDS: FormField[] = [
  { name: "name", label: "Name", isRequired: true, hint: "The name that mails and pages show." },
  {
    name: "brand_color",
    label: "Colour",
    kind: "color",
    isRequired: true,
    hint: "Buttons and selections. Text on them is white or black, whichever can be read.",
  },
  {
    name: "logo_url",
    label: "Logo",
    kind: "logo",
    placeholder: "https://…",
    whenEmpty: "null",
    hint: "A PNG or JPEG of at most 512 kB, or the address of one. Pages, mails and invoices show it in place of the name.",
  },
  {
    name: "website_url",
    label: "Website",
    placeholder: "https://…",
    whenEmpty: "null",
    hint: "Links in mails lead to pages under this address.",
  },
  {
    name: "support_email",
    label: "Support address",
    kind: "email",
    whenEmpty: "null",
    hint: "Pages and mails name it for questions.",
  },
];

/** How the tenant's pages and mails look. `sandboxId`: the TEST tenant beside this one, where the member may see it. */
export function BrandingPage({ sandboxId }: { sandboxId: string | null }) {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = useLoaded("settings", "all", (api, signal) =>
    api.settings.get.query({}, { signal }),
  );
  if (error && !data) return <LoadFailure what="The settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader
        title="Branding"
        description="How your price list, checkout, customer portal, mails and invoices look."
      />
      <div className="in-order space-y-4 lg:space-y-6">
        {mayChange && <LogoNotice address={data.logo_url} />}
        {!mayChange && <Alert>Owners and admins of {data.name} change these settings.</Alert>}
        <SettingsCard
          title="Branding"
          fields={FIELDS}
          settings={data}
          {...(sandboxId !== null && { sandboxId })}
          preview={(typed) => <BrandPreview typed={typed} />}
        />
      </div>
    </>
  );
}

/** Says why the saved picture cannot be used, with what to do. */
function LogoNotice({ address }: { address: string | null }) {
  const { data } = useLoaded(
    "logo check",
    address,
    (api, signal) => api.settings.checkLogo.query({}, { signal }),
    {
      isWanted: address !== null,
    },
  );
  if (!data?.problem) return null;
  return (
    <Alert tone="caution">
      The logo cannot be used: invoices, receipts and credit notes show the name in its place. {data.problem}{" "}
      Upload a file, or correct the address.
    </Alert>
  );
}
