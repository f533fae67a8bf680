"use client";

import type { ReactNode } from "react";
import { useDashboard } from "../_lib/dashboard.tsx";
import { useMay } from "../_lib/use-loaded.ts";
import { Alert } from "./ui/alert.tsx";

const WHO = { SUPPORT: "Everyone except viewers", ADMIN: "Owners and admins", OWNER: "Owners" };

/** Content for some roles; members with other roles see which role is required. The server also refuses them the data. */
export function OnlyFor({ least, children }: { least: keyof typeof WHO; children: ReactNode }) {
  const { tenant } = useDashboard();
  if (useMay(least)) return children;
  return (
    <Alert>
      {WHO[least]} of {tenant.tenantName} see this.
    </Alert>
  );
}
