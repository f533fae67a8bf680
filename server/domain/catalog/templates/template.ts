import type { z } from "zod";
import type { FeatureContent } from "../object-content.ts";
import type { EntitlementInput } from "../packs/schema.ts";
import type { ToMinor } from "./money.ts";

/** A first catalog for a kind of product, as data. Amounts are written for dollars and the like, in major units. */
export interface Template {
  name: string;
  description: string;
  features: Pick<FeatureContent, "key" | "name" | "type" | "unit_label">[];
  /** The slug of the plan of customers without a subscription; null: there is none. */
  freePlan: string | null;
  /** Who may register from then on; null: as it is. */
  signupPolicy: "WAITLIST" | null;
  plans: {
    slug: string;
    name: string;
    description: string;
    /** A year costs ten months. */
    monthly: number;
    trialDays: number;
    entitlements: (money: ToMinor) => Entitlement[];
  }[];
}

type Entitlement = Omit<z.input<typeof EntitlementInput>, "prices"> & {
  /** Of the one currency of the template. */
  prices?: Omit<NonNullable<z.input<typeof EntitlementInput>["prices"]>[number], "currency">[];
};

/** What a year costs, in months. */
export const YEAR_IN_MONTHS = 10;

/** The price of one more unit, bought at checkout, by the month and by the year. */
export const stepPrices = (amount: number) => [
  { driver_step_amount: amount },
  { interval: "YEAR" as const, driver_step_amount: amount * YEAR_IN_MONTHS },
];
