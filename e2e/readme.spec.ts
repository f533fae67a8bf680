import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

// The README's curls, as they stand there, in the shell that they are for.
test("the main job's five curls work when they are pasted", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
  const block = /```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(block.match(/curl -s/g)).toHaveLength(5);
  const dataDir = process.env.E2E_DATA_DIR ?? ".usher";
  const script = block.replaceAll("./.usher/demo.json", join(dataDir, "demo.json"));
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], { encoding: "utf8" });
  const answers = output.split("\n").filter((line) => line !== "");
  const [subscription, check, usage] = answers.map((line) => JSON.parse(line));
  expect(subscription).toMatchObject({
    provider: "PROVIDER_A",
    status: "TRIALING",
    plan: { slug: "startup" },
  });
  expect(check).toMatchObject({ allowed: true, feature_key: "events", limit: 250_000, used: 0 });
  expect(usage).toMatchObject({ value: 260_000, status: "OPEN", subscription_id: subscription.id });
});
