// node scripts/find-chromium.mjs [--install]    prints the path of a Chromium that runs on this machine.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { usherNode } from "./bootstrap/runtime.mjs";
import { capture, StepError, step } from "./bootstrap/step.mjs";
import { ROOT } from "./prepare.mjs";

// Chromium without a window first: a third less processor time for the same tests.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const FOLDERS = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
};

/** The path of a Chromium: CHROMIUM_PATH, one of the machine's, or Playwright's own. undefined when there is none. */
export async function findChromium() {
  const wished = process.env.CHROMIUM_PATH;
  if (wished && !(await runs(wished))) throw new StepError(`CHROMIUM_PATH (${wished}) does not run.`);
  for (const candidate of [wished, ...onPath(), ...(FOLDERS[process.platform] ?? [])]) {
    if (candidate && (await runs(candidate))) return candidate;
  }
  const own = await playwrights();
  return (await runs(own)) ? own : undefined;
}

/** The same, after trying to install one. Throws StepError with what to do when nothing helps. */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found) return found;
  for (const install of [byPlaywright, byApt]) {
    await install().catch((error) => {
      if (!(error instanceof StepError)) throw error;
    });
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new StepError("The browser tests need Chromium: install it, or set CHROMIUM_PATH to the program.");
}

function byPlaywright() {
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const command = { command: usherNode(ROOT), args: [cli, "install", "chromium"], cwd: ROOT };
  return step("installing Chromium (Playwright's)", command);
}

async function byApt() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const update = { command: "apt-get", args: ["update", "-qq"], env };
  await step("reading the list of packages (apt-get update)", update);
  const install = (name) =>
    step(`installing ${name} (apt-get)`, {
      command: "apt-get",
      args: ["install", "-y", "-qq", name],
      env,
    });
  await install("chromium-headless-shell").catch(() => install("chromium"));
}

function onPath() {
  const separator = process.platform === "win32" ? ";" : ":";
  const folders = (process.env.PATH ?? "").split(separator);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) =>
    existsSync(path),
  );
}

/** Where Playwright keeps the browser that it installs; on Usher's own Node, for the machine's may be too old for it. */
async function playwrights() {
  const script = 'import { chromium } from "@playwright/test"; console.log(chromium.executablePath())';
  const args = ["--input-type=module", "--eval", script];
  return (await capture(usherNode(ROOT), args, { cwd: ROOT })).output.trim();
}

/** Ubuntu's `chromium-browser` may be a script that only says that it is a snap. */
async function runs(path) {
  if (!existsSync(path)) return false;
  // Chrome on Windows opens a window instead of telling its version.
  if (process.platform === "win32") return true;
  return (await capture(path, ["--version"])).code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const path = process.argv.includes("--install") ? await findOrInstallChromium() : await findChromium();
    if (path) process.stdout.write(`${path}\n`);
    else process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
