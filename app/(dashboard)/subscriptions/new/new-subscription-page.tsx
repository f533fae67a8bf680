"use client";

import { Package } from "lucide-react";
import type { Route } from "next";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useState } from "react";
import { BY_CARD } from "../../../../server/platform/schema/provider.ts";
import { Empty } from "../../../_components/empty.tsx";
import { FirstSaleAction } from "../../../_components/first-sale-action.tsx";
import { OnlyFor } from "../../../_components/only-for.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { useCatalog } from "../../../_lib/use-catalog.ts";
import { BuilderSkeleton } from "./builder-skeleton.tsx";
import { firstPrice, type Offer, offersOf } from "./offers.ts";
import { usePlanPreview, useStartPreview } from "./use-start-preview.ts";

// The form loads after the page.
const StartBuilder = dynamic(() => import("./start-builder.tsx"), { ssr: false, loading: BuilderSkeleton });

/** Starts a subscription: the form on the left, what it charges on the right. `?customer=` names whose it is. */
export function NewSubscriptionPage() {
  const [customer] = useQueryState("customer", parseAsString);
  return (
    <>
      <PageHeader
        title="New subscription"
        description="It starts at once. What it charges is shown with the form."
        back={
          customer
            ? { href: `/customers/${customer}` as Route, label: "Customer" }
            : { href: "/subscriptions", label: "Subscriptions" }
        }
      />
      <OnlyFor least="ADMIN">
        <Builder key={customer} customer={customer} />
      </OnlyFor>
    </>
  );
}

/** The form with its first answers, so that nothing moves when they come. */
function Loaded({ offers, customer }: { offers: Offer[]; customer: string | null }) {
  const first = firstPrice(offers);
  const plan = usePlanPreview(first?.plan_id ?? "");
  const start = useStartPreview({
    plan_price_id: first?.id ?? "",
    provider: BY_CARD,
    ...(customer && { customer }),
  });
  const isThere = [plan, start].every(({ data, error }) => data !== undefined || error !== null);
  // Once it is there it stays, whatever is asked for again.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isThere) setIsShown(true);
  }, [isThere]);
  return isShown ? <StartBuilder offers={offers} fixedCustomer={customer} /> : <BuilderSkeleton />;
}

function Builder({ customer }: { customer: string | null }) {
  const catalog = useCatalog();
  if (!catalog.isLoaded) return <BuilderSkeleton />;
  const offers = offersOf(catalog);
  if (offers.length === 0)
    return (
      <Empty Icon={Package} title="Nothing is on sale yet" action={<FirstSaleAction />}>
        A subscription is to a plan with a price.
      </Empty>
    );
  return <Loaded offers={offers} customer={customer} />;
}
