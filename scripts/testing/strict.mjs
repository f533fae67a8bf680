/**
 * Tests that are never run again when they fail: a race that shows one time in three is a fault, and so is a sum that is
 * wrong one time in three. A new file under one of these paths is strict without a mark. A single test elsewhere is marked
 * by a tag: "strict" (Vitest), "@strict" (Playwright); or its name says that it is about one of these. @public
 */
export const STRICT = [
  {
    about: "money",
    files: [
      /^server\/domain\/(billing|catalog|test-clocks|analytics)\//,
      /^server\/providers\//,
      /^packages\/stripe-sandbox\//,
      /^long\/money\//,
      /^app\/\(dashboard\)\/invoices\//,
      /money[^/]*\.(test|spec)\.ts$/,
      /^e2e\/(billing|debts|held-charges|revenue|portal)\b/,
    ],
    names: /\b(owes?|owed|paid twice|charged)\b/i,
  },
  {
    about: "concurrency",
    files: [
      /^faults\//,
      /^server\/jobs\//,
      /^server\/domain\/webhooks\/deliveries\//,
      /^server\/(trpc\/every-mutation|http\/every-post)\b/,
      /^server\/platform\/database\//,
      /(\brace|-race|concurren|overload|under-load|hot-counter|one-busy|meanwhile)[^/]*\.(test|spec)\.ts$/,
    ],
    names: /\b(at once|at the same time|concurrent(ly)?|races?|meanwhile|called twice)\b/i,
  },
  {
    about: "isolation",
    files: [
      /^server\/trpc\/foreign-(tenant|customer)\b/,
      /^server\/http\/(roles|entry-gate|shown-secrets)\b/,
      /^server\/domain\/(privacy|auth|tenants)\//,
      /^e2e\/doctor\b/,
      /^server\/doctor\//,
    ],
    names: /\b(other|another|foreign) tenants?\b|\brow-level security\b/i,
  },
  {
    about: "attack",
    files: [/^server\/attack\//, /^e2e\/attack\b/, /(attack|injection|forged)[^/]*\.(test|spec)\.ts$/],
    names: /\b(attack\w*|forged|injections?)\b/i,
  },
];

/** What a test is about that forbids to run it again; null where it may be. `file`: its path in the repository. */
export function strictSubject({ file, name, tags }) {
  if (tags.some((tag) => tag === "strict" || tag === "@strict")) return "tagged";
  const rule = STRICT.find(
    ({ files, names }) => files.some((pattern) => pattern.test(file)) || names.test(name),
  );
  return rule?.about ?? null;
}
