"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import type { MemberTenant } from "../../server/http/pages-contract.ts";
import { type Api, createBrowserApi } from "./api.ts";
import { rememberPage } from "./drafts.ts";
import { createQueryClient } from "./query-client.ts";
import { releaseAll } from "./unsaved.ts";

interface Dashboard {
  api: Api;
  tenant: MemberTenant;
  /** The address of the API, without a slash at the end. */
  baseUrl: string;
  /** Whether a mail server is configured; without one, mails are only stored in the mailbox. */
  sendsMail: boolean;
}

const DashboardContext = createContext<Dashboard | null>(null);

interface Provided extends Omit<Dashboard, "api"> {
  children: ReactNode;
}

/** The session has ended. What is typed is kept in the tab, and the member comes back to this page. */
function goToSignIn(): void {
  rememberPage();
  releaseAll();
  window.location.assign("/sign-in");
}

/** Gives the pages below the chosen tenant and the way to its data. */
export function DashboardProvider({ tenant, baseUrl, sendsMail, children }: Provided) {
  const [queryClient] = useState(() => createQueryClient(goToSignIn));
  const api = useMemo(() => createBrowserApi(tenant.tenantId), [tenant.tenantId]);
  const dashboard = useMemo(() => ({ api, tenant, baseUrl, sendsMail }), [api, tenant, baseUrl, sendsMail]);
  return (
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={dashboard}>{children}</DashboardContext>
    </QueryClientProvider>
  );
}

/** The chosen tenant and the way to its data. */
export function useDashboard(): Dashboard {
  const dashboard = use(DashboardContext);
  if (!dashboard) throw new Error("useDashboard needs a DashboardProvider above it.");
  return dashboard;
}
