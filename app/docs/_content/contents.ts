/** A group of the side bar, and its pages in the order in which they are read: names below docs/, without `.md`. */
interface Group {
  label: string;
  pages: readonly string[];
  /** A folder whose other pages follow in the order of their names. */
  folder?: string;
}

/**
 * The order of the documentation. A page that is named here and not there is left out; one that is there and not named is
 * listed under "More", so that none can be forgotten.
 */
export const CONTENTS: readonly Group[] = [
  { label: "Start", pages: ["README", "quickstart", "concepts"] },
  {
    label: "Guides",
    pages: [
      "guides/README",
      "guides/gate-a-feature",
      "guides/meter-usage",
      "guides/seats",
      "guides/upgrade-flow",
      "guides/waitlist-launch",
      "guides/from-stripe-only",
      "guides/go-live",
    ],
    folder: "guides/",
  },
  {
    label: "Billing",
    pages: ["selling", "changing-and-ending", "invoices", "corrections", "what-is-owed"],
  },
  {
    label: "Reference",
    pages: [
      "letting-people-in",
      "entitlements-and-usage",
      "webhooks",
      "errors",
      "interface",
      "card-form",
      "test-cards",
      "public-pages",
      "clients",
      "metrics",
      "how-money-moves",
      "glossary",
    ],
  },
  {
    label: "Operate",
    pages: [
      "self-hosting",
      "operations",
      "reliability",
      "stripe-account",
      "stripe",
      "performance",
      "security",
      "privacy",
    ],
  },
  { label: "About", pages: ["comparison", "licences"] },
  { label: "Decisions", pages: ["decisions/README"], folder: "decisions/" },
];
