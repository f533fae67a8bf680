import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { expect, it, onTestFinished } from "vitest";
import { startProduct } from "../server/testing/product.ts";

// What the README says of the next start: the sale, the credentials and the token of the first one are good.

const ROOT = join(import.meta.dirname, "..");
const [block = ""] =
  /(?<=```bash\n)[\s\S]*?(?=```)/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];

it("a server that was stopped starts again and finds everything as it was", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "usher-again-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  const shell = (script: string): string[] =>
    execFileSync("bash", ["-euo", "pipefail", "-c", script], { encoding: "utf8" }).trim().split("\n");
  const pasted = block
    .replaceAll("./.usher/demo.json", join(dataDir, "demo.json"))
    .replaceAll("/tmp/usher-subscription.json", join(dataDir, "subscription.json"));
  const ask = block.match(/^curl -s "\$USHER\/v1\/billing\/entitlements.*$/m)?.[0];

  const ports = { PORT: String(await getPort()), USHER_SANDBOX_PORT: String(await getPort()) };
  const first = await startProduct({ USHER_DATA_DIR: dataDir, ...ports });
  const printed = shell(`${pasted}${ask}\ndeclare -p USHER APP TOKEN ADA`);
  const [before, ...variables] = printed.slice(3);
  expect(JSON.parse(before ?? "")).toMatchObject({ used: 260_000, reason: "LIMIT_REACHED" });
  const credentials = readFileSync(join(dataDir, "demo.json"), "utf8");
  // As Ctrl-C does.
  await first.stop("SIGINT");

  const second = await startProduct({ USHER_DATA_DIR: dataDir, ...ports });
  try {
    expect(readFileSync(join(dataDir, "demo.json"), "utf8")).toBe(credentials);
    expect(shell(`${variables.join("\n")}\n${ask}`)).toEqual([before]);
  } finally {
    await second.stop();
  }
});
