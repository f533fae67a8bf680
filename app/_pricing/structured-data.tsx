import type { PublicTenant } from "../../server/http/pages-contract.ts";
import { toMajor } from "../../server/platform/currency.ts";
import type { Price, Pricing } from "./offer.ts";

/** UN/CEFACT codes of the intervals, as schema.org requires them. */
const UNIT_CODES: Record<string, string> = { DAY: "DAY", WEEK: "WEE", MONTH: "MON", YEAR: "ANN" };

interface StructuredDataProps {
  tenant: PublicTenant;
  pricing: Pricing;
  /** The address under which the product is reached. */
  baseUrl: string;
}

/** The plans and their prices for search engines: https://schema.org/Product. */
export function StructuredData({ tenant, pricing, baseUrl }: StructuredDataProps) {
  const url = `${baseUrl}/p/${tenant.slug}/pricing`;
  const graph = pricing.products.flatMap((product) =>
    product.plans.map((plan) => ({
      "@type": "Product",
      name: `${product.name} ${plan.name}`,
      ...(plan.description && { description: plan.description }),
      brand: { "@type": "Brand", name: tenant.name },
      offers: plan.prices.map((price) => offer(price, url)),
    })),
  );
  // Escapes <, so that text of a tenant cannot close the script element.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll(
    "<",
    "\\u003c",
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block that is not run
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function offer({ amount, currency, interval }: Price, url: string) {
  const price = toMajor(amount, currency);
  const unitCode = UNIT_CODES[interval] ?? interval;
  return {
    "@type": "Offer",
    price,
    priceCurrency: currency,
    availability: "https://schema.org/InStock",
    url,
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price,
      priceCurrency: currency,
      referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode },
    },
  };
}
