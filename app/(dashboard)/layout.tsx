import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { pagesBridge } from "../_lib/bridge.ts";
import { THEME_COOKIE, toTheme } from "../_lib/choices.ts";
import { DashboardProvider } from "../_lib/dashboard.tsx";
import { requireMember } from "../_lib/session.ts";
import { Shell } from "./_shell/shell.tsx";

/** What all pages of a signed-in member share: the tenant they act in, the way around, themselves. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { member, tenant } = await requireMember();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <DashboardProvider tenant={tenant} baseUrl={pagesBridge().baseUrl}>
      <Shell member={member} tenant={tenant} theme={theme}>
        {children}
      </Shell>
    </DashboardProvider>
  );
}
