import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { LONGEST_WAIT } from "./limits.ts";

// The README's curls, as they stand there, in the shell that they are for.
/** Runs bash blocks in one shell, each line as it stands; what they print, line by line. */
function pasted(blocks: string[]): string[] {
  const dataDir = process.env.E2E_DATA_DIR ?? ".usher";
  const script = blocks.join("\n").replaceAll("./.usher/demo.json", join(dataDir, "demo.json"));
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], {
    encoding: "utf8",
    timeout: LONGEST_WAIT,
  });
  return output.split("\n").filter((line) => line !== "");
}

const bashOf = (path: string) =>
  [...readFileSync(join(import.meta.dirname, "..", path), "utf8").matchAll(/```bash\n([\s\S]*?)```/g)].map(
    ([, block]) => block ?? "",
  );

test("the README's curls work when they are pasted: the main job's, then those that let a person in", () => {
  const blocks = bashOf("README.md");
  expect(blocks.map((block) => block.match(/curl -s/g)?.length)).toEqual([5, 5]);
  const again = blocks[0]?.match(/^curl -s "\$USHER\/v1\/billing\/entitlements.*$/m)?.[0] ?? "";
  const shown = [`${blocks[0]}${again}\n`, ...blocks.slice(1)];
  const [subscription, check, usage, past, joined, registered, own] = pasted(shown).map((line) =>
    JSON.parse(line),
  );
  expect(subscription).toMatchObject({
    provider: "PROVIDER_A",
    status: "TRIALING",
    plan: { slug: "startup" },
  });
  expect(check).toMatchObject({ allowed: true, feature_key: "events", limit: 250_000, used: 0 });
  expect(usage).toMatchObject({ value: 260_000, status: "OPEN", subscription_id: subscription.id });
  expect(past).toMatchObject({ allowed: false, overage_behavior: "BLOCK", reason: "LIMIT_REACHED" });
  expect(joined).toEqual({ success: true });
  expect(registered).toMatchObject({
    status: "REGISTERED",
    user: { email: expect.stringContaining("grace-") },
  });
  expect(own).toMatchObject({ feature_key: "events" });
});

test("docs/quickstart.md leads to a paying customer, and to one who may not have more", () => {
  const lines = pasted(bashOf("docs/quickstart.md"));
  const [subscription, check, used, set, billed, feature, pack] = lines
    .slice(0, 7)
    .map((line) => JSON.parse(line));
  expect(subscription).toMatchObject({ status: "TRIALING", plan: { slug: "startup" } });
  expect(check).toMatchObject({ allowed: true, used: 0 });
  expect(used).toMatchObject({ feature_key: "events", event_id: expect.stringMatching(/^first-ada-/) });
  expect(set).toMatchObject({ value: 260_000 });
  // She is in a trial, in which nothing is billed for use.
  expect(billed).toMatchObject({ allowed: false, overage_behavior: "BLOCK", billed_amount: null });
  expect(feature).toMatchObject({ type: "METERED", unit_label: "note" });
  expect(pack).toMatchObject({ status: "ACTIVE" });
  expect(lines.slice(7)).toEqual([
    "ACTIVE",
    "LIMIT_REACHED",
    "saas-with-seats api-with-overage freemium-with-waitlist",
    "Atlas",
    "TEST",
    "K7002",
  ]);
});

test("docs/test-cards.md makes a promotion code and a tax rate in the demo's sandbox", () => {
  expect(pasted(bashOf("docs/test-cards.md"))).toEqual(["WELCOME", expect.stringMatching(/^txr_/)]);
});
