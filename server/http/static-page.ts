import type { z } from "zod";
import type { Pricing } from "../domain/catalog/pricing/schema.ts";
import type { Locale } from "../platform/locales.ts";
import type { Theme } from "../platform/themes.ts";
import type { PublicTenant } from "./pages-contract.ts";

/** What the server gives to app/_static/pages.tsx. A page is rendered from this alone, so a hash of it names the page. */
interface Facts {
  tenant: PublicTenant;
  locale: Locale;
  theme: Theme;
  /** The page's query, parsed. */
  query: [name: string, value: string][];
  /** The address under which the product is reached, without a slash at the end. */
  baseUrl: string;
  /** The path of the pages' stylesheet. */
  stylesheet: string;
}

export interface PriceListFacts extends Facts {
  page: "pricing";
  pricing: z.output<typeof Pricing>;
}

export interface WaitlistFacts extends Facts {
  page: "waitlist";
  /** The form as it was sent; null before. error: the name of a refusal, null when the person has joined. */
  sent: { values: Record<string, string>; error: string | null } | null;
}

export type StaticPageFacts = PriceListFacts | WaitlistFacts;

/** Renders a page as a whole HTML document. */
export type RenderStaticPage = (facts: StaticPageFacts) => string;
