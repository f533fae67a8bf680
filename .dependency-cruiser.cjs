// The import rules: which folders may import which. `npm test` checks them (depcruise).

// Without a parser that it supports (TypeScript 7 is not yet one) depcruise would see no import at all and report nothing.
require.resolve("@swc/core");

/**
 * The folders of server/domain, lowest first: a folder imports from those before it, never from those after it. Routers are left
 * out: they belong to the tRPC layer although their files are beside the operations.
 */
const AREAS = [
  "events",
  "audit",
  "mail",
  "tenants",
  "applications",
  "catalog",
  "customers",
  "users",
  "billing/grants",
  "billing/terms",
  "billing/counters",
  "billing/overrides",
  "billing/charges",
  "billing/invoice-notices",
  "billing/invoices",
  "billing/ledger",
  "billing/periods",
  "billing/subscriptions",
  "billing/refunds",
  "billing/credit-notes",
  "billing/disputes",
  "billing/corrections",
  "billing/invoice-actions",
  "billing/payment-methods",
  "billing/tax-ids",
  "billing/entitlements",
  "billing/usage",
  "billing/provider-events",
  "billing/checkout",
  "billing/portal",
  "billing/card-provider",
  "billing/pack-migrations",
  "billing/plan-preview",
  "billing/revenue",
  "admission/waitlist",
  "admission/invitations",
  "auth",
  "members",
  "test-clocks",
  "analytics",
  "search",
  "privacy",
  "webhooks",
  "connections",
];

/** The folders of the catalog, lowest first; all of them share the files in catalog/ itself. */
const CATALOG = ["features", "products", "plans", "packs", "prices", "copies", "templates", "pricing"];

const ROUTERS = "router\\.ts$";
const TESTS = "\\.test\\.tsx?$|^server/testing/|^packages/[^/]+/(test|src/testing)/";

function rule(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

function lookDownOnly(folders, under = "") {
  return folders.slice(0, -1).map((folder, index) => {
    const above = folders.slice(index + 1);
    return rule(
      `order-${under}${folder}`,
      `${folder} must not import from ${above.join(", ")}`,
      { path: `^server/domain/${under}${folder}/`, pathNot: `${ROUTERS}|${TESTS}` },
      { path: `^server/domain/${under}(${above.join("|")})/` },
    );
  });
}

module.exports = {
  forbidden: [
    rule("no-circle", "No import cycles, type-only imports included.", {}, { circular: true }),
    rule("resolvable", "Every import resolves to a file or package.", {}, { couldNotResolve: true }),
    rule(
      "schema-imports-zod-alone",
      "A schema imports zod, shared schema parts and other areas' schemas only.",
      { path: "^server/domain/.+schema\\.ts$" },
      {
        pathNot: [
          "^node_modules/zod/",
          "^server/platform/(schema|money|page)",
          "^server/domain/.+schema\\.ts$",
          "^server/domain/events/types\\.ts$",
          "^server/errors/",
        ],
      },
    ),
    rule(
      "operations-know-no-transport",
      "An operation may be called over HTTP, by a job or by a test, so it knows none of them.",
      { path: "^server/domain/", pathNot: `${ROUTERS}|${TESTS}` },
      {
        path: "^server/(http|trpc|jobs|main|services)|^app/|^node_modules/(@trpc|trpc-openapi|next|next-auth)/",
      },
    ),
    rule(
      "routers-know-trpc-alone",
      "A router lists schema, permission and one call for each operation; it does no work of its own.",
      { path: `^server/domain/.+${ROUTERS}` },
      {
        path: "^server/(http|jobs|main|services|providers)|^app/|^node_modules/(next|next-auth|pg|@prisma)/",
      },
    ),
    rule(
      "routers-are-mounted-at-the-root",
      "Only the root router imports routers.",
      { pathNot: "^server/trpc/" },
      { path: `^server/domain/.+${ROUTERS}` },
    ),
    ...lookDownOnly(AREAS),
    ...lookDownOnly(CATALOG, "catalog/"),
    rule(
      "catalog-shares-what-is-below",
      "The files in catalog/ itself are shared by its folders and import none of them.",
      { path: "^server/domain/catalog/[^/]+$", pathNot: TESTS },
      { path: `^server/domain/catalog/(${CATALOG.join("|")})/` },
    ),
    rule(
      "trpc-knows-no-transport",
      "HTTP and the jobs import tRPC, never the other way round.",
      { path: "^server/trpc/", pathNot: TESTS },
      { path: "^server/(http|jobs|main|services)" },
    ),
    rule(
      "jobs-know-no-transport",
      "A job calls operations directly, not over HTTP or tRPC.",
      { path: "^server/jobs/", pathNot: TESTS },
      { path: "^server/(http|trpc|main)" },
    ),
    rule(
      "jobs-call-operations",
      "A job is a name, a schedule and a call: what is due, and where it is stored, is known by the areas.",
      { path: "^server/jobs/", pathNot: TESTS },
      { path: "^server/platform/database/(?!network-guard)|^node_modules/(pg|@prisma)/" },
    ),
    rule(
      "every-folder-has-its-place",
      "Every folder of server/domain has its place in AREAS above.",
      {},
      { path: "^server/domain/", pathNot: `^server/domain/(${AREAS.join("|")})/` },
    ),
    rule(
      "platform-knows-no-area",
      "The platform knows no area of the product.",
      { path: "^server/platform/", pathNot: `^server/platform/scope\\.ts$|${TESTS}` },
      { path: "^server/(domain|http|trpc|providers|jobs|main|services)|^app/" },
    ),
    rule(
      "scope-knows-providers-alone",
      "A scope holds the process's services; of those it imports the provider's port alone.",
      { path: "^server/platform/scope\\.ts$" },
      { path: "^server/(domain|http|trpc|jobs|main|services)|^app/" },
    ),
    rule(
      "providers-know-no-area",
      "A provider's adapter knows no area of the product.",
      { path: "^server/providers/", pathNot: TESTS },
      { path: "^server/(domain|http|trpc|jobs|main|services)|^app/" },
    ),
    rule(
      "stripe-behind-its-port",
      "Only providers/stripe and the sandbox import the stripe SDK.",
      { pathNot: `^server/providers/stripe/|^packages/stripe-sandbox/|${TESTS}` },
      { path: "^node_modules/stripe/" },
    ),
    rule(
      "packages-know-no-product",
      "A package could carry another product: it imports nothing of ours, and no other package. The sandbox's command line alone starts a PostgreSQL by local-postgres.",
      { path: "^packages/([^/]+)/src/", pathNot: `^packages/stripe-sandbox/src/cli\\.ts$|${TESTS}` },
      { path: "^(server|app|prisma|packages)/", pathNot: "^packages/$1/src/" },
    ),
    rule(
      "packages-by-their-name",
      "A package is what its index.ts exports; its tests alone look inside.",
      { path: "^(server|app|prisma|e2e|bench|faults|long|scripts)/", pathNot: "^e2e/" },
      { path: "^packages/[^/]+/src/", pathNot: "^packages/[^/]+/src/index\\.ts$" },
    ),
    rule(
      "sandbox-is-reached-over-http",
      "Only main.ts starts the sandbox; all other code calls it over HTTP, as it calls Stripe. A restore creates its tables.",
      { pathNot: `^server/(|doctor/|backup/)main\\.ts$|^packages/stripe-sandbox/|^e2e/|^bench/|${TESTS}` },
      { path: "^packages/stripe-sandbox/" },
    ),
    rule(
      "providers-are-connected-in-one-place",
      "connectCardProvider also registers callbacks; an account that is only stored would get none.",
      { pathNot: `^server/domain/tenants/provider/connect-card-provider\\.ts$|${TESTS}` },
      {
        path: "^server/domain/tenants/provider/store-provider-account\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "pages-call-through-trpc",
      "A page takes types from the server, and values over the wire. Forms are checked by the very schemas of the API, and money is written, units are named, numbers are read, uploads are limited, pictures and addresses of webhooks are checked, e-mail addresses are folded and shown, statuses, events and colours are named and what a plan grants is said the same everywhere.",
      { path: "^app/", pathNot: `^app/api/|${TESTS}` },
      {
        path: "^server/",
        pathNot:
          "^server/domain/.+schema\\.ts$|^server/domain/catalog/packs/words\\.ts$|^server/domain/events/types\\.ts$|^server/domain/tenants/logos/picture\\.ts$|^server/platform/(addresses|brand-colors|csv/(?:formula|write)|currency|fold-email|locales|pictures/header|show-email|themes|units|schema/(?:innermost-issues|interval|ledger-words|money|plain-number|provider|upload|words|words-for-issue))\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "tests-stay-tests",
      "Code in production imports neither tests nor their builders.",
      { pathNot: `^(e2e|bench|scripts|prisma)/|^[^/]+$|${TESTS}` },
      { path: TESTS },
    ),
    rule(
      "no-development-packages",
      "npm ci --omit=dev must be enough to run Usher.",
      { path: "^(server|app|packages/[^/]+/src)/", pathNot: TESTS },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    // swc reads the source as it is written, so type-only imports count. tsPreCompilationDeps is for tsc: it would ask for TypeScript below 7.
    parser: "swc",
    doNotFollow: { path: "^node_modules/" },
    exclude: {
      path: [
        "^server/platform/database/client/",
        "^packages/[^/]+/(node_modules|dist)/",
        // Programs of others, with packages of their own that npm test does not install.
        "^packages/stripe-sandbox/clients/",
        "^\\.next/",
        "^next-env\\.d\\.ts$",
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
