import type { CSSProperties, ReactNode } from "react";
import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { brandStyle } from "../_lib/brand.ts";
import { TenantFooter } from "./tenant-footer.tsx";
import { TenantHeader } from "./tenant-header.tsx";

interface TenantFrameProps {
  tenant: PublicTenant;
  locale: Locale;
  /** Path and query of the page, for links that lead back to it. */
  address: string;
  children: ReactNode;
}

/** A tenant's public page: its name, its colour, the visitor's language. */
export function TenantFrame({ tenant, locale, address, children }: TenantFrameProps) {
  return (
    <div style={brandStyle(tenant) as CSSProperties} className="flex min-h-dvh flex-col">
      <TenantHeader tenant={tenant} locale={locale} address={address} />
      <main className="flex flex-1 flex-col">{children}</main>
      <TenantFooter tenant={tenant} locale={locale} />
    </div>
  );
}
