import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

// The README's curls, as they stand there, in the shell that they are for.
test("the README's curls work when they are pasted: the main job's, then those that let somebody in", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  expect(blocks.map((block) => block.match(/curl -s/g)?.length)).toEqual([5, 5]);
  const block = blocks.join("\n");
  const dataDir = process.env.E2E_DATA_DIR ?? ".usher";
  const script = block.replaceAll("./.usher/demo.json", join(dataDir, "demo.json"));
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], { encoding: "utf8" });
  const answers = output.split("\n").filter((line) => line !== "");
  const [subscription, check, usage, joined, registered, own] = answers.map((line) => JSON.parse(line));
  expect(subscription).toMatchObject({
    provider: "PROVIDER_A",
    status: "TRIALING",
    plan: { slug: "startup" },
  });
  expect(check).toMatchObject({ allowed: true, feature_key: "events", limit: 250_000, used: 0 });
  expect(usage).toMatchObject({ value: 260_000, status: "OPEN", subscription_id: subscription.id });
  expect(joined).toEqual({ success: true });
  expect(registered).toMatchObject({
    status: "REGISTERED",
    user: { email: expect.stringContaining("grace-") },
  });
  expect(own).toMatchObject({ feature_key: "events" });
});
