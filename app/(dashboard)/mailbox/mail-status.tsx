"use client";

import { StatusBadge } from "../../_components/status-badge.tsx";
import { statusFilter } from "../../_components/table/list.ts";
import { Badge } from "../../_components/ui/badge.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";

const STORED = "Stored here, not sent";

/** The status of a mail. Without a mail server the mailbox takes every mail, and none leaves the installation. */
export function MailStatus({ status }: { status: string }) {
  const { sendsMail } = useDashboard();
  return status === "SENT" && !sendsMail ? (
    <Badge tone="neutral">{STORED}</Badge>
  ) : (
    <StatusBadge status={status} />
  );
}

/** The filter by that status, in the same words. */
export function mailStatusFilter(sendsMail: boolean) {
  const filter = statusFilter(["QUEUED", "SENT", "FAILED"]);
  const options = filter.options.map((option) =>
    option.value === "SENT" && !sendsMail ? { ...option, label: STORED } : option,
  );
  return { ...filter, options };
}
