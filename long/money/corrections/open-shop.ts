import { createProduct } from "../histories/catalog.ts";
import type { Service } from "../histories/service.ts";
import { PRICES } from "./draw.ts";
import type { Shop } from "./play.ts";

/** Makes a product of ours with a price in each currency, over REST. */
export async function openShop(service: Service): Promise<Shop> {
  const currencies = ["USD", "JPY"];
  const all = PRICES.flatMap((amount) => currencies.map((currency) => ({ amount, currency })));
  const plans = {
    plan: { entitlements: {}, prices: all.map((one) => ({ ...one, interval: "MONTH" as const })) },
  };
  const product = await createProduct(service, {}, { plans });
  const prices = all.map(({ amount, currency }, at) => [
    `${currency} ${amount}`,
    product.price("plan", at).id,
  ]);
  return { service, prices: Object.fromEntries(prices) };
}
