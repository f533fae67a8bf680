import { stepPrices, type Template } from "./template.ts";

export const SAAS_WITH_SEATS: Template = {
  name: "SaaS with seats",
  description: "Three plans for teams. Each includes some seats, and more are bought one by one.",
  features: [
    { key: "seats", name: "Seats", type: "ALLOCATED", unit_label: "seat" },
    { key: "projects", name: "Projects", type: "ALLOCATED", unit_label: "project" },
    { key: "sso", name: "Single sign-on", type: "BOOLEAN", unit_label: null },
    { key: "audit_log", name: "Audit log", type: "BOOLEAN", unit_label: null },
  ],
  freePlan: null,
  signupPolicy: null,
  plans: [
    {
      slug: "starter",
      name: "Starter",
      description: "For small teams.",
      monthly: 19,
      trialDays: 14,
      entitlements: () => [
        { feature_key: "seats", limit: 3 },
        { feature_key: "projects", limit: 5 },
      ],
    },
    {
      slug: "team",
      name: "Team",
      description: "For teams that grow.",
      monthly: 49,
      trialDays: 14,
      entitlements: (money) => [
        {
          feature_key: "seats",
          limit: 5,
          driver_step_size: 1,
          driver_max_steps: 95,
          prices: stepPrices(money(9)),
        },
        { feature_key: "projects", limit: 50 },
      ],
    },
    {
      slug: "business",
      name: "Business",
      description: "For companies with rules of their own.",
      monthly: 149,
      trialDays: 0,
      entitlements: (money) => [
        {
          feature_key: "seats",
          limit: 20,
          driver_step_size: 1,
          driver_max_steps: 980,
          prices: stepPrices(money(7)),
        },
        { feature_key: "projects", limit: null },
        { feature_key: "sso" },
        { feature_key: "audit_log" },
      ],
    },
  ],
};
