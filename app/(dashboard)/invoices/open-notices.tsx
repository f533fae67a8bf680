"use client";

import { useQuery } from "@tanstack/react-query";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { openNoticesQuery } from "../../_lib/queries.ts";
import { NoticeAlert } from "./notices.tsx";

/** The open notices about invoices, newest first. */
export function OpenNotices() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(openNoticesQuery(api, tenant.tenantId));
  const notices = data?.data ?? [];
  if (notices.length === 0) return null;
  return (
    <div className="mb-4 space-y-3">
      {notices.map((notice) => (
        <NoticeAlert key={notice.id} notice={notice} hasLink />
      ))}
    </div>
  );
}
