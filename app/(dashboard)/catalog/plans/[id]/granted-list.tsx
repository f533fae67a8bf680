"use client";

import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Entitlement } from "./entitlement.ts";
import type { PlanPreview } from "./use-preview.ts";

interface Props {
  entitlements: Entitlement[];
  /** What the server says of the version. */
  preview: PlanPreview | undefined;
}

/** What a version includes, in words. */
export function GrantedList({ entitlements, preview }: Props) {
  return (
    <Card aria-label="What it includes">
      <CardHeader>
        <CardTitle>What it includes</CardTitle>
      </CardHeader>
      {entitlements.length === 0 && (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">The plan includes nothing.</p>
      )}
      <ul className="divide-y">
        {entitlements.map(({ feature_id: id, feature_key: key, feature_name: name }) => (
          <li key={id} className="px-4 py-2.5">
            <p className="font-medium">{name}</p>
            {preview ? (
              <p className="text-[0.8125rem] text-pretty whitespace-pre-line text-muted">
                {preview.features.find((one) => one.feature_key === key)?.summary}
              </p>
            ) : (
              <Skeleton className="h-5 w-48" />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
