import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { PricingView, type PricingWish } from "../../../_pricing/pricing-view.tsx";

interface Props {
  params: Promise<{ tenant: string }>;
  searchParams: Promise<PricingWish>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, mode } = await tenantOr404((await params).tenant);
  const words = await pageWords("pricing");
  const isPublic = mode === "LIVE";
  return {
    title: words("title"),
    description: words("description", { name }),
    robots: { index: isPublic, follow: isPublic },
  };
}

/** What the tenant sells, for everybody to read. */
export default async function PricingPage({ params, searchParams }: Props) {
  const tenant = await tenantOr404((await params).tenant);
  const wish = await searchParams;
  const currencyUrl = (currency: string) => {
    const kept = Object.entries(wish).filter(([, value]) => typeof value === "string");
    return `?${new URLSearchParams({ ...Object.fromEntries(kept), currency })}`;
  };
  return <PricingView tenant={tenant} wish={wish} currencyUrl={currencyUrl} />;
}
