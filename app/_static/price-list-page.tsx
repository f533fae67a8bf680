import type { PriceListFacts } from "../../server/http/static-page.ts";
import { wordsIn } from "../_i18n/words.ts";
import { PriceList } from "../_pricing/price-list.tsx";
import { single } from "./query.ts";
import { StaticDocument } from "./static-document.tsx";

/** What the tenant sells, for everyone to read. */
export function PriceListPage(facts: PriceListFacts) {
  const { tenant, pricing, locale, query, baseUrl } = facts;
  const words = wordsIn(locale, "pricing");
  const currencyUrl = (currency: string) => {
    const others = query.filter(([name]) => name !== "currency");
    return `?${new URLSearchParams([...others, ["currency", currency]])}`;
  };
  return (
    <StaticDocument
      facts={facts}
      title={words("title")}
      description={words("description", { name: tenant.name })}
      // Drawn by server/http/draw-price-list-picture.ts.
      picture={`/p/${tenant.slug}/pricing/opengraph-image`}
      script="/pricing.js"
    >
      <PriceList
        tenant={tenant}
        pricing={pricing}
        wish={{ currency: single(query, "currency"), interval: single(query, "interval") }}
        locale={locale}
        baseUrl={baseUrl}
        currencyUrl={currencyUrl}
      />
    </StaticDocument>
  );
}
