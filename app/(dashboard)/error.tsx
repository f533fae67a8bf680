"use client";

import { FailureNotice } from "../_components/failure-notice.tsx";

/** A page of the dashboard that broke; the way around stays. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureNotice error={error} retry={retry} />;
}
