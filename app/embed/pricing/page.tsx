import type { Metadata } from "next";
import type { CSSProperties } from "react";
import { EmbedRefusal } from "../../_embed/embed-refusal.tsx";
import { pageWords } from "../../_i18n/translator.ts";
import { brandStyle } from "../../_lib/brand.ts";
import { pagesBridge } from "../../_lib/bridge.ts";
import { PricingView, type PricingWish } from "../../_pricing/pricing-view.tsx";
import { PricingFrame } from "./pricing-frame.tsx";

interface Props {
  searchParams: Promise<PricingWish & { app?: string; origin?: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("pricing"))("title") };
}

/** The pricing page embedded in a tenant's own page, which is notified of the choice. */
export default async function EmbeddedPricing({ searchParams }: Props) {
  const { app = "", origin = "", ...wish } = await searchParams;
  const embedding = await pagesBridge().embedding({ appId: app, origin });
  const words = await pageWords("embed");
  if (!embedding) return <EmbedRefusal title={words("unavailable")}>{words("notAllowed")}</EmbedRefusal>;
  const currencyUrl = (currency: string) =>
    `?${new URLSearchParams({ ...wish, app, origin: embedding.origin, currency })}`;
  return (
    <section
      aria-label={(await pageWords("pricing"))("title")}
      style={brandStyle(embedding.tenant) as CSSProperties}
    >
      <PricingFrame origin={embedding.origin}>
        <PricingView tenant={embedding.tenant} wish={wish} currencyUrl={currencyUrl} />
      </PricingFrame>
    </section>
  );
}
