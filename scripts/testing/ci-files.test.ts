import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CODE, ciFiles, filesUnder } from "./kinds.mjs";

const marked = ciFiles();
const files = [...filesUnder([...CODE, "long"], ".test.ts"), ...filesUnder(["e2e"], ".spec.ts")];

it("a mark for CI is the first line of its file, where Vitest and Playwright's configuration both find it", () => {
  const named = files.filter((file) => /^(?:\/\/| \*) @module-tag/m.test(readFileSync(file, "utf8")));
  const elsewhere = named.filter((file) => !readFileSync(file, "utf8").startsWith("// @module-tag ci\n"));
  expect(elsewhere).toEqual([]);
  expect(marked.length).toBeGreaterThan(100);
});

it.for([
  "server/domain/billing/usage/usage.test.ts",
  "server/domain/billing/entitlements/model.test.ts",
  "server/domain/billing/subscriptions/start/main-job.test.ts",
  "server/platform/database/row-level-security.test.ts",
  "server/trpc/foreign-tenant.test.ts",
  "server/http/roles.test.ts",
  "server/trpc/interface.test.ts",
  "e2e/readme.spec.ts",
  "e2e/billing.spec.ts",
  "e2e/portal.spec.ts",
])("a plain `npm test` runs %s: what most changes touch", (file) => {
  expect(files).toContain(file);
  expect(marked).not.toContain(file);
});
