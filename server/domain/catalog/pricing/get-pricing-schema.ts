import { z } from "zod";
import { Currency, Slug } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PUBLIC_DATA } from "../../../platform/schema/throttles.ts";
import { WantedLocale } from "../schema.ts";

export const GetPricing = z.strictObject({
  currency: Currency.optional().meta({ description: "Only prices in this currency." }),
  product: Slug.optional().meta({ description: "Only the product with this slug." }),
  locale: WantedLocale.optional(),
});

export const getPricingMeta = operation({
  method: "GET",
  path: "/v1/pricing",
  tag: "Pricing",
  security: "app",
  isForBrowsers: true,
  cacheSeconds: 60,
  summary: "Get the price list's data",
  description: "Products, public plans, prices and features, as a price list shows them.",
  throttle: PUBLIC_DATA,
});
