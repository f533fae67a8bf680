import type { Metadata } from "next";
import type { CSSProperties } from "react";
import { foldCase } from "../../../server/platform/fold-email.ts";
import { EmbedRefusal } from "../../_embed/embed-refusal.tsx";
import { pageLocale, pageWords } from "../../_i18n/translator.ts";
import { brandStyle } from "../../_lib/brand.ts";
import { pagesBridge } from "../../_lib/bridge.ts";
import { visitorApi } from "../../_lib/visitor.ts";
import type { Wish } from "../../_pricing/offer.ts";
import { PriceList, type PricingWish } from "../../_pricing/price-list.tsx";
import { PricingFrame } from "./pricing-frame.tsx";

interface Props {
  searchParams: Promise<PricingWish & { product?: Wish; app?: string; origin?: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("pricing"))("title") };
}

/** The price list embedded in a tenant's own page, which is notified of the choice. */
export default async function EmbeddedPricing({ searchParams }: Props) {
  const { app = "", origin = "", ...wish } = await searchParams;
  const embedding = await pagesBridge().embedding({ appId: app, origin });
  const words = await pageWords("embed");
  if (!embedding) return <EmbedRefusal title={words("unavailable")}>{words("notAllowed")}</EmbedRefusal>;
  const slug = typeof wish.product === "string" ? foldCase(wish.product) : "";
  const product = /^[a-z0-9-]{1,64}$/.test(slug) ? { product: slug } : {};
  const locale = await pageLocale();
  const pricing = await (await visitorApi(embedding.tenant)).pricing.get.query({ ...product, locale });
  const currencyUrl = (currency: string) => {
    const kept = Object.entries(wish).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    return `?${new URLSearchParams({ ...Object.fromEntries(kept), app, origin: embedding.origin, currency })}`;
  };
  return (
    <section
      aria-label={(await pageWords("pricing"))("title")}
      style={brandStyle(embedding.tenant) as CSSProperties}
    >
      <PricingFrame origin={embedding.origin}>
        <PriceList
          tenant={embedding.tenant}
          pricing={pricing}
          wish={wish}
          locale={locale}
          baseUrl={pagesBridge().baseUrl}
          currencyUrl={currencyUrl}
        />
      </PricingFrame>
    </section>
  );
}
