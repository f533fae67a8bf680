import type { Metadata } from "next";
import type { CSSProperties, ReactNode } from "react";
import { brandStyle } from "../../_lib/brand.ts";
import { tenantOr404 } from "../../_lib/visitor.ts";
import { TenantFooter } from "../../_visitor/tenant-footer.tsx";
import { TenantHeader } from "../../_visitor/tenant-header.tsx";

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

/** A tenant's public pages: its name, its colour, the visitor's language. */
export default async function TenantLayout({ params, children }: Props & { children: ReactNode }) {
  const tenant = await tenantOr404((await params).tenant);
  return (
    <div style={brandStyle(tenant) as CSSProperties} className="flex min-h-dvh flex-col">
      <TenantHeader tenant={tenant} />
      <main className="flex flex-1 flex-col">{children}</main>
      <TenantFooter tenant={tenant} />
    </div>
  );
}
