import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { PricingView, type PricingWish } from "../../../_pricing/pricing-view.tsx";

interface Props {
  params: Promise<{ tenant: string }>;
  searchParams: Promise<PricingWish>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, slug, mode } = await tenantOr404((await params).tenant);
  const words = await pageWords("pricing");
  const isPublic = mode === "LIVE";
  const [title, description] = [words("title"), words("description", { name })];
  const url = `/p/${slug}/pricing`;
  return {
    title,
    description,
    robots: { index: isPublic, follow: isPublic },
    openGraph: {
      type: "website",
      siteName: name,
      title: `${title} · ${name}`,
      description,
      url,
      // Drawn by server/http/price-list-picture.ts.
      images: [{ url: `${url}/opengraph-image`, type: "image/png", width: 1200, height: 630, alt: name }],
    },
    twitter: { card: "summary_large_image" },
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
