"use client";

import { Alert } from "../../../../_components/ui/alert.tsx";
import { useDashboard } from "../../../../_lib/dashboard.tsx";

/** Where buyers find what was just published, or why they cannot buy it. */
export function PublishedNotice({ hasPrice, isPublic }: { hasPrice: boolean; isPublic: boolean }) {
  const { tenant } = useDashboard();
  if (!hasPrice)
    return <Alert role="status">It is published, but has no price yet: nobody can buy it.</Alert>;
  return (
    <Alert role="status">
      {isPublic ? "Buyers find it on " : "The plan is not shown there yet: "}
      <a
        className="font-medium text-link underline underline-offset-2"
        href={`/p/${tenant.tenantSlug}/pricing`}
        target="_blank"
        rel="noreferrer"
      >
        your price list
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      .
    </Alert>
  );
}
