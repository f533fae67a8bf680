import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { signInMember } from "../../bench/load/sign-in-member.ts";
import { startProduct } from "../../server/testing/product.ts";
import { takeExample } from "./example.ts";
import { STARTED_AT } from "./moment.ts";
import { PICTURES } from "./pictures.ts";
import { take } from "./take.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** The address that a person's Usher has, and the pictures show. */
const SHOWN_URL = "http://localhost:3000";
const FIRST_START = join(ROOT, "scripts", "first-start-picture.mjs");

const folder = resolve(process.argv[2] ?? join(ROOT, "docs", "screenshots"));
await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), "usher-pictures-"));
// Under root, PostgreSQL runs as another account, which has to walk through.
await chmod(dataDir, 0o711);
const environment = {
  NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${pathToFileURL(join(import.meta.dirname, "clock.ts"))}`,
  [STARTED_AT]: String(Date.now()),
};
const product = await startProduct({
  ...environment,
  USHER_DATA_DIR: dataDir,
  USHER_BASE_URL: SHOWN_URL,
  USHER_WEBHOOKS_TO_PRIVATE: "true",
  // As without a configuration of the person's own.
  DATABASE_URL: "",
  SMTP_URL: "",
  STRIPE_SECRET_KEY: "",
  USHER_RATE_LIMIT: "0",
});
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    "--disable-background-networking",
    `--host-resolver-rules=MAP localhost:3000 127.0.0.1:${new URL(product.baseUrl).port}`,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
});
try {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  const cookies = await signInMember(product.baseUrl, demo);
  for (const picture of PICTURES) {
    await take(browser, { baseUrl: SHOWN_URL, cookies, folder }, picture);
    process.stdout.write(`· ${picture.name}.png\n`);
  }
  const example = { usherUrl: product.baseUrl, baseUrl: SHOWN_URL, cookies, environment, folder };
  await takeExample(browser, example);
  process.stdout.write("· example-nextjs.png\n");
  takeFirstStart();
} finally {
  await browser.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The picture of a first start in a terminal, where its script is. */
function takeFirstStart(): void {
  if (!existsSync(FIRST_START)) return;
  const output = join(folder, "first-start.png");
  const { status } = spawnSync(process.execPath, [FIRST_START, output], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Error(`The picture of a first start was not made: ${status}`);
  process.stdout.write("· first-start.png\n");
}

function chromiumPath(): string {
  const found = spawnSync(process.execPath, [join(ROOT, "scripts", "find-chromium.mjs"), "--install"], {
    encoding: "utf8",
  });
  if (found.status !== 0) throw new Error(found.stderr);
  return found.stdout.trim();
}
