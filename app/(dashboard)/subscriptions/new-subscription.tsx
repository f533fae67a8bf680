"use client";

import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useCatalog } from "../../_lib/use-catalog.ts";
import { useMay } from "../../_lib/use-loaded.ts";

/** Leads to the page that starts a subscription, of a customer where one is named; not where nothing is on sale. */
export function NewSubscription({ customer }: { customer?: string }) {
  const { isLoaded, prices } = useCatalog();
  if (!useMay("ADMIN") || (isLoaded && prices.every(({ archived_at: archived }) => archived !== null)))
    return null;
  return (
    <Button asChild size={customer ? "small" : "medium"} variant={customer ? "secondary" : "primary"}>
      <Link href={`/subscriptions/new${customer ? `?customer=${customer}` : ""}` as Route}>
        New subscription
      </Link>
    </Button>
  );
}
