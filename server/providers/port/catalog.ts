/** Products, prices and promotion codes at the provider. See CardProvider for errors and units. */
export interface CatalogPort {
  /** Finds the product with our key, or creates it. */
  ensureProduct(input: { key: string; name: string }): Promise<{ id: string }>;
  /** Finds the recurring price with our key, or creates it. */
  ensurePrice(input: NewProviderPrice): Promise<{ id: string }>;
  readPrice(id: string): Promise<ProviderPrice | null>;
  /** The provider's id of a promotion code that people type; null when there is none that can be redeemed. */
  findPromotionCode(code: string): Promise<string | null>;
}

export interface NewProviderPrice {
  /** Our identifier of the price; the provider's lookup key. */
  key: string;
  productId: string;
  amount: bigint;
  currency: string;
  interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
}

export interface ProviderPrice {
  id: string;
  productId: string;
  productName: string;
  amount: bigint | null;
  currency: string;
  /** null for what is not charged by such intervals, or only every few of them. */
  interval: NewProviderPrice["interval"] | null;
}

/** A provider's price and how many of it. */
export interface PriceItem {
  priceId: string;
  quantity: number;
}
