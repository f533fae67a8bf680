import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withTables } from "./docs.ts";

it("docs/webhooks.md tells of every type and every wait as the code has them (node scripts/webhook-docs.ts mends it)", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/webhooks.md"), "utf8");
  expect(text).toBe(withTables(text));
  expect(text).toContain("| `waitlist.joined` | Somebody joined the waitlist. | WaitlistEntry |");
});
