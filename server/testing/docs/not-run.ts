/** Blocks that another test runs: the page, the language, and the test that reads it. */
export const RUN_ELSEWHERE = [
  { page: "README.md", language: "bash", by: "e2e/readme.spec.ts" },
  { page: "docs/quickstart.md", language: "bash", by: "e2e/readme.spec.ts" },
  { page: "docs/test-cards.md", language: "bash", by: "e2e/readme.spec.ts" },
  { page: "docs/webhooks.md", language: "js", by: "server/domain/webhooks/docs.test.ts" },
] as const;

/** Blocks that no test runs as they stand, by how they begin, and why. */
export const NOT_RUN = [
  {
    page: "README.md",
    begins: "npm start",
    why: "npm test itself needs it; long/start-again.test.ts starts it, ends it and starts it again",
  },
  { page: "docs/self-hosting.md", begins: "STRIPE_SECRET_KEY=", why: "needs an account with Stripe" },
  { page: "docs/stripe.md", begins: "STRIPE_SECRET_KEY=", why: "as above" },
  { page: "docs/quickstart.md", begins: "npm start", why: "as in the README" },
  {
    page: "docs/test-cards.md",
    begins: "# 19 % of customers in Germany",
    why: "changes a customer of the reader's; packages/stripe-sandbox/src/automatic-tax.test.ts sends the same",
  },
  {
    page: "docs/test-cards.md",
    begins: "npm run sandbox-keys",
    why: "names an account of the reader's; server/domain/tenants/provider/sandbox-keys.test.ts issues such keys",
  },
  {
    page: "docs/test-cards.md",
    begins: 'APP="x-app-id',
    why: "ends the demo's subscriptions, which other pages use",
  },
  {
    page: "docs/clients.md",
    begins: "npm install @usher/client",
    why: "packages/client/test/package.test.ts installs it packed",
  },
  { page: "docs/self-hosting.md", begins: "printf 'USHER_SECRET", why: "needs Docker" },
  {
    page: "docs/self-hosting.md",
    begins: "DATABASE_URL=",
    why: "a server of the reader's own; the tests start on one by DATABASE_URL",
  },
  {
    page: "docs/self-hosting.md",
    begins: "npm run backup",
    why: "server/backup/drill.long.test.ts runs the program behind it",
  },
  { page: "docs/self-hosting.md", begins: "npm run restore", why: "as above" },
  { page: "docs/self-hosting.md", begins: "npm run doctor", why: "as above" },
  {
    page: "docs/letting-people-in.md",
    begins: "curl -s $USHER/v1/waitlist/import",
    why: "needs a file that is not UTF-8; server/domain/admission/waitlist/files/malformed-files.test.ts sends such files",
  },
  { page: "docs/card-form.md", begins: "<usher-card", why: "needs a browser: e2e/card-form.spec.ts" },
  {
    page: "docs/guides/go-live.md",
    begins: "curl -s $USHER/v1/catalog/copies/preview",
    why: "needs a LIVE tenant beside its sandbox; server/domain/catalog/copies/copies.test.ts makes both",
  },
  { page: "docs/performance.md", begins: "npm run bench", why: "takes a quarter of an hour" },
  {
    page: "docs/card-form.md",
    begins: "import { UsherCard }",
    why: "needs a browser: e2e/react-card.spec.ts",
  },
  { page: "docs/public-pages.md", begins: "<usher-pricing", why: "needs a browser: e2e/pricing.spec.ts" },
  {
    page: "docs/clients.md",
    begins: "import { UsherProvider",
    why: "needs a browser: e2e/react-entitlements.spec.ts",
  },
  {
    page: "docs/guides/gate-a-feature.md",
    begins: "import { useEntitlement",
    why: "needs a browser: e2e/react-entitlements.spec.ts",
  },
] as const;
