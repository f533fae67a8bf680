"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { announceArrival } from "./arrival.ts";
import { rememberChoice, TENANT_COOKIE } from "./choices.ts";

/** Opens a page in another tenant of the member, such as the sandbox; the dashboard stays in that tenant. */
export function useGoToTenant(): { isPending: boolean; goTo: (tenantId: string, href: Route) => void } {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const goTo = (tenantId: string, href: Route) => {
    announceArrival();
    rememberChoice(TENANT_COOKIE, tenantId);
    startTransition(() => {
      router.push(href);
      router.refresh();
    });
  };
  return { isPending, goTo };
}
