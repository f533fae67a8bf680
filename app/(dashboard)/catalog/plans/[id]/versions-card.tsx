"use client";

import type { Route } from "next";
import { Link } from "../../../../_components/link.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Pack } from "./entitlement.ts";

/** The published versions of what a plan grants, newest first. */
export function VersionsCard({ packs }: { packs: Pack[] }) {
  const published = packs
    .filter(({ status }) => status !== "DRAFT")
    .toSorted((a, b) => b.version - a.version);
  if (published.length === 0) return null;
  return (
    <Card aria-label="Versions">
      <CardHeader>
        <div>
          <CardTitle>Versions</CardTitle>
          <p className="text-xs text-muted">
            A published version never changes: subscribers keep what they bought.
          </p>
        </div>
      </CardHeader>
      <ul className="divide-y">
        {published.map((pack) => (
          <li
            key={pack.id}
            className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-subtle/60"
          >
            <Link
              href={`/catalog/packs/${pack.id}` as Route}
              className="rounded font-medium after:absolute after:inset-0"
            >
              Version {pack.version}
            </Link>
            <StatusBadge status={pack.status} />
            <span className="flex-1 truncate text-[0.8125rem] text-muted max-sm:hidden">
              {pack.entitlements.map(({ feature_name: name }) => name).join(", ")}
            </span>
            <span className="ml-auto text-xs text-muted">
              <Moment iso={pack.published_at ?? pack.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
