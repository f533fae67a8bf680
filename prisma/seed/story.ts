import type { z } from "zod";
import type { CreateFeature } from "../../server/domain/catalog/features/create-feature-schema.ts";
import type { EntitlementInput } from "../../server/domain/catalog/packs/schema.ts";

// Northwind Signals, a made-up company with two products: Beacon, an event-tracking API, and Harbor, a shared workspace for
// the teams that read what Beacon collects. The figures are those of its price list; amounts in cents.

export const TENANT = {
  slug: "northwind",
  name: "Northwind Signals",
  brandColor: "#0f766e",
  invoicePayment: "Account 000123456789 at First Example Bank, routing number 110000000",
};

type Feature = z.input<typeof CreateFeature>;

export const FEATURES: Feature[] = [
  { key: "events", name: "Tracked events", type: "METERED", unit_label: "event", position: 1 },
  { key: "api_calls", name: "API calls", type: "METERED", unit_label: "call", position: 2 },
  { key: "sources", name: "Data sources", type: "ALLOCATED", unit_label: "source", position: 3 },
  {
    key: "retention_days",
    name: "Data retention",
    type: "STATIC",
    value_type: "number",
    unit_label: "day",
    position: 4,
  },
  { key: "sso", name: "Single sign-on", type: "BOOLEAN", position: 5 },
  { key: "seats", name: "Seats", type: "ALLOCATED", unit_label: "seat", position: 6 },
  { key: "exports", name: "Report exports", type: "METERED", unit_label: "export", position: 7 },
  { key: "region", name: "Data region", type: "STATIC", value_type: "string", position: 8 },
  { key: "audit_log", name: "Audit log", type: "BOOLEAN", position: 9 },
];

type Entitlement = Omit<Partial<EntitlementInput>, "prices"> & {
  feature_key: string;
  prices?: Partial<EntitlementInput["prices"][number]>[];
};

interface PlanStory {
  slug: string;
  name: string;
  description: string;
  /** Cents a month in USD and EUR; a year costs ten months. */
  monthly: { USD: number; EUR: number };
  trialDays?: number;
  trialNeedsCard?: boolean;
  isRecommended?: boolean;
  entitlements: Entitlement[];
}

export interface ProductStory {
  slug: string;
  name: string;
  description: string;
  freePlan: string | null;
  plans: PlanStory[];
}

/** What a year costs, in months: two are free. */
export const YEAR_IN_MONTHS = 10;

/** What a step of seats costs a month, in cents of both currencies. */
const SEAT_STEP = { fleet: 1_500, armada: 6_000 };

/** The same for any plan; 0 where seats are not sold by the step. */
export function seatStep(plan: string): number {
  return plan === "fleet" || plan === "armada" ? SEAT_STEP[plan] : 0;
}

/** The same price in both currencies. */
const both = (price: Partial<EntitlementInput["prices"][number]>) => [
  { currency: "USD", ...price },
  { currency: "EUR", ...price },
];

/** The price of a step in both currencies, by the month and by the year. */
const steps = (amount: number) => [
  ...both({ driver_step_amount: amount }),
  ...both({ interval: "YEAR", driver_step_amount: amount * YEAR_IN_MONTHS }),
];

export const PRODUCTS: ProductStory[] = [
  {
    slug: "beacon",
    name: "Beacon",
    description: "Collect product events through one API.",
    freePlan: "hobby",
    plans: [
      {
        slug: "hobby",
        name: "Hobby",
        description: "For side projects.",
        monthly: { USD: 0, EUR: 0 },
        entitlements: [
          { feature_key: "events", limit: 10_000 },
          { feature_key: "api_calls", limit: 1_000 },
          { feature_key: "sources", limit: 1 },
          { feature_key: "retention_days", value: 30 },
        ],
      },
      {
        slug: "startup",
        name: "Startup",
        description: "For products that have found their people.",
        isRecommended: true,
        monthly: { USD: 4_900, EUR: 4_500 },
        trialDays: 14,
        entitlements: [
          {
            feature_key: "events",
            limit: 250_000,
            overage: "BILL",
            overage_step: 1_000,
            overage_ceiling: "1000000",
            rollover_max: 100_000,
            prices: both({ unit_amount: "25", overage_cap_amount: 20_000 }),
          },
          { feature_key: "api_calls", limit: 50_000, overage: "ALLOW", overage_ceiling: "5000" },
          { feature_key: "sources", limit: 5 },
          { feature_key: "retention_days", value: 365 },
        ],
      },
      {
        slug: "scale",
        name: "Scale",
        description: "For teams that live in their data.",
        monthly: { USD: 19_900, EUR: 18_900 },
        trialDays: 14,
        trialNeedsCard: true,
        entitlements: [
          {
            feature_key: "events",
            limit: 2_000_000,
            overage: "BILL",
            overage_step: 1_000,
            prices: both({ unit_amount: "12.5" }),
          },
          { feature_key: "api_calls", limit: null },
          { feature_key: "sources", limit: 50, limit_binding: "DIMENSION", max_dimensions: 10 },
          { feature_key: "retention_days", value: 1_095 },
          { feature_key: "sso" },
        ],
      },
    ],
  },
  {
    slug: "harbor",
    name: "Harbor",
    description: "A shared workspace for reports.",
    freePlan: null,
    plans: [
      {
        slug: "crew",
        name: "Crew",
        description: "For one team.",
        monthly: { USD: 2_900, EUR: 2_700 },
        trialDays: 30,
        entitlements: [
          { feature_key: "seats", limit: 5 },
          { feature_key: "exports", limit: 100 },
          { feature_key: "region", value: "us" },
        ],
      },
      {
        slug: "fleet",
        name: "Fleet",
        description: "For a company of teams.",
        monthly: { USD: 9_900, EUR: 9_400 },
        entitlements: [
          {
            feature_key: "seats",
            limit: 25,
            driver_step_size: 5,
            driver_max_steps: 40,
            prices: steps(SEAT_STEP.fleet),
          },
          {
            feature_key: "exports",
            limit: 1_000,
            overage: "BILL",
            prices: both({ unit_amount: "10", overage_cap_amount: 5_000 }),
          },
          { feature_key: "region", value: "eu" },
          { feature_key: "audit_log" },
        ],
      },
      {
        slug: "armada",
        name: "Armada",
        description: "For the whole group, with single sign-on.",
        monthly: { USD: 39_900, EUR: 37_900 },
        entitlements: [
          {
            feature_key: "seats",
            limit: 250,
            driver_step_size: 25,
            driver_max_steps: 40,
            prices: steps(SEAT_STEP.armada),
          },
          { feature_key: "exports", limit: null },
          { feature_key: "region", value: "eu" },
          { feature_key: "audit_log" },
          { feature_key: "sso" },
        ],
      },
    ],
  },
];
