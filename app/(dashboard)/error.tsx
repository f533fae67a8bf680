"use client";

import { FailureNotice } from "../_components/failure-notice.tsx";

/** The error page of the dashboard; the navigation remains usable. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureNotice error={error} retry={retry} />;
}
