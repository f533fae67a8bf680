import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createStripeProvider } from "./adapter.ts";

test("every method of the port is called by a contract test, which runs against Stripe, too", () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, "..")];
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const source = files
    .filter((file) => file.endsWith(".contract.test.ts") || file.endsWith("/stripe/contract.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const provider = createStripeProvider({ secretKey: "sk_test_1", publishableKey: null });
  const methods = Object.entries(provider).flatMap(([name, member]) =>
    typeof member === "function" ? [name] : [],
  );
  expect(methods.length).toBeGreaterThan(70);
  expect(methods.filter((name) => !source.includes(`provider.${name}(`))).toEqual([]);
});
