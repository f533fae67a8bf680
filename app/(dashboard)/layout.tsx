import { cookies } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "../../server/platform/themes.ts";
import { Fonts } from "../_components/fonts.tsx";
import { LeaveGuard } from "../_components/leave-guard.tsx";
import { StyleNonce } from "../_components/style-nonce.tsx";
import { Toaster } from "../_components/toaster.tsx";
import { pagesBridge } from "../_lib/bridge.ts";
import { DashboardProvider } from "../_lib/dashboard.tsx";
import { requireMember } from "../_lib/session.ts";
import { Shell } from "./_shell/shell.tsx";

/** The layout of all pages of a signed-in member: tenant, navigation and account. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { member, tenant } = await requireMember();
  const { baseUrl, sendsMail } = pagesBridge();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <NuqsAdapter>
      <Fonts />
      <StyleNonce />
      {/* Keyed by tenant, so that no state of one tenant remains on the page after a switch. */}
      <DashboardProvider key={tenant.tenantId} {...{ tenant, baseUrl, sendsMail }}>
        <Toaster>
          <Shell member={member} tenant={tenant} theme={theme}>
            {children}
          </Shell>
          <LeaveGuard />
        </Toaster>
      </DashboardProvider>
    </NuqsAdapter>
  );
}
