/** Products, prices and promotion codes at the provider. See CardProvider for errors and units. */
export interface CatalogPort {
  /** Finds the product with our key, or creates it. */
  ensureProduct(input: { key: string; name: string }): Promise<{ id: string }>;
  /** Finds the recurring price with our key, or creates it. */
  ensurePrice(input: NewProviderPrice): Promise<{ id: string }>;
  readPrice(id: string): Promise<ProviderPrice | null>;
  /** The promotion code that a customer enters, or why it cannot be redeemed. Nothing is redeemed. */
  findPromotionCode(asked: AskedPromotion): Promise<{ id: string } | { refused: PromotionRefusal }>;
}

export interface AskedPromotion {
  /** As people type it; upper and lower case are alike. */
  code: string;
  /** The provider's id of the customer who enters it; null while they have none there. */
  customerId: string | null;
  /** In which they pay. */
  currency: string;
  now: Date;
}

/** Why a promotion code cannot be redeemed. */
export type PromotionRefusal =
  | "UNKNOWN"
  | "EXPIRED"
  | "USED_UP"
  | "SWITCHED_OFF"
  | "OTHER_CUSTOMER"
  | "OTHER_CURRENCY";

export interface NewProviderPrice {
  /** Our identifier of the price; the provider's lookup key. */
  key: string;
  productId: string;
  amount: bigint;
  currency: string;
  interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
  taxBehavior?: TaxBehavior | null;
}

/** Whether an amount contains its taxes. Where it is null, the provider's own tax settings say. */
export type TaxBehavior = "INCLUSIVE" | "EXCLUSIVE";

export interface ProviderPrice {
  id: string;
  productId: string;
  productName: string;
  amount: bigint | null;
  currency: string;
  /** null for a price without such an interval, or with an interval count above 1. */
  interval: NewProviderPrice["interval"] | null;
  taxBehavior: TaxBehavior | null;
}

/** A provider's price and its quantity. */
export interface PriceItem {
  priceId: string;
  quantity: number;
}
