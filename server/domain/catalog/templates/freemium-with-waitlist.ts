import type { Template } from "./template.ts";

export const FREEMIUM_WITH_WAITLIST: Template = {
  name: "Freemium with waitlist",
  description: "People join a waitlist and you let them in. They begin for free and pay for more.",
  features: [
    { key: "documents", name: "Documents", type: "ALLOCATED", unit_label: "document" },
    { key: "exports", name: "Exports", type: "METERED", unit_label: "export" },
    { key: "custom_domain", name: "Custom domain", type: "BOOLEAN", unit_label: null },
  ],
  freePlan: "free",
  signupPolicy: "WAITLIST",
  plans: [
    {
      slug: "free",
      name: "Free",
      description: "For yourself.",
      monthly: 0,
      trialDays: 0,
      entitlements: () => [
        { feature_key: "documents", limit: 10 },
        { feature_key: "exports", limit: 5 },
      ],
    },
    {
      slug: "pro",
      name: "Pro",
      description: "For those who use it every day.",
      monthly: 12,
      trialDays: 14,
      entitlements: () => [
        { feature_key: "documents", limit: null },
        { feature_key: "exports", limit: 200 },
        { feature_key: "custom_domain" },
      ],
    },
  ],
};
