"use client";

import { useDashboard } from "../_lib/dashboard.tsx";
import { useCatalog } from "../_lib/use-catalog.ts";
import { useMay } from "../_lib/use-loaded.ts";
import { Link } from "./link.tsx";
import { Button } from "./ui/button.tsx";

/** The next step to a first sale, for lists that are empty without one: something to sell, or the page that sells it. */
export function FirstSaleAction() {
  const { tenant } = useDashboard();
  const { isLoaded, prices } = useCatalog();
  const mayChange = useMay("ADMIN");
  if (!isLoaded) return null;
  if (prices.some(({ archived_at: archivedAt }) => archivedAt === null))
    return (
      <Button asChild variant="secondary">
        <a href={`/p/${tenant.tenantSlug}/pricing`} target="_blank" rel="noreferrer">
          Open your price list<span className="sr-only"> (opens a new tab)</span>
        </a>
      </Button>
    );
  if (!mayChange) return null;
  return (
    <Button asChild variant="secondary">
      <Link href="/catalog">Put something on sale</Link>
    </Button>
  );
}
