import type { Template } from "./template.ts";

export const API_WITH_OVERAGE: Template = {
  name: "API with overage",
  description: "A free plan to try it, and two that go on past their limit and bill what is used.",
  features: [
    { key: "api_calls", name: "API calls", type: "METERED", unit_label: "call" },
    { key: "api_keys", name: "API keys", type: "ALLOCATED", unit_label: "key" },
    { key: "priority_support", name: "Priority support", type: "BOOLEAN", unit_label: null },
  ],
  freePlan: "free",
  signupPolicy: null,
  plans: [
    {
      slug: "free",
      name: "Free",
      description: "To try it.",
      monthly: 0,
      trialDays: 0,
      entitlements: () => [
        { feature_key: "api_calls", limit: 1_000 },
        { feature_key: "api_keys", limit: 1 },
      ],
    },
    {
      slug: "developer",
      name: "Developer",
      description: "For a product in service.",
      monthly: 29,
      trialDays: 0,
      entitlements: (money) => [
        {
          feature_key: "api_calls",
          limit: 10_000,
          overage: "BILL",
          overage_step: 1_000,
          prices: [{ unit_amount: String(money(2)), overage_cap_amount: money(500) }],
        },
        { feature_key: "api_keys", limit: 10 },
      ],
    },
    {
      slug: "scale",
      name: "Scale",
      description: "For many calls, each for less.",
      monthly: 199,
      trialDays: 0,
      entitlements: (money) => [
        {
          feature_key: "api_calls",
          limit: 200_000,
          overage: "BILL",
          overage_step: 1_000,
          prices: [{ unit_amount: String(money(1)), overage_cap_amount: money(5_000) }],
        },
        { feature_key: "api_keys", limit: null },
        { feature_key: "priority_support" },
      ],
    },
  ],
};
