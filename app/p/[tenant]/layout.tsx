import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Fonts } from "../../_components/fonts.tsx";
import { pageLocale } from "../../_i18n/translator.ts";
import { URL_HEADER } from "../../_lib/choices.ts";
import { tenantOr404 } from "../../_lib/visitor.ts";
import { TenantFrame } from "../../_visitor/tenant-frame.tsx";

interface Props {
  params: Promise<{ tenant: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await tenantOr404((await params).tenant);
  return {
    title: { default: name, template: `%s · ${name}` },
    openGraph: { type: "website", siteName: name },
    twitter: { card: "summary" },
  };
}

/** A tenant's public pages; those without React are app/_static/pages.tsx. */
export default async function TenantLayout({ params, children }: Props & { children: ReactNode }) {
  const tenant = await tenantOr404((await params).tenant);
  const address = (await headers()).get(URL_HEADER) ?? "/";
  return (
    <TenantFrame tenant={tenant} locale={await pageLocale()} address={address}>
      <Fonts />
      {children}
    </TenantFrame>
  );
}
