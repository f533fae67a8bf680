// node scripts/find-chromium.mjs [--install]    prints the path of a Chromium that runs on this machine. E2E_BROWSER=shell wants
// chromium-headless-shell, E2E_BROWSER=full a Chromium or Chrome as people use it; without it, either, the shell first.
import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { usherNode } from "./bootstrap/runtime.mjs";
import { capture, StepError, step } from "./bootstrap/step.mjs";
import { ROOT } from "./prepare.mjs";

/**
 * The two kinds. The shell takes a third less processor time for the same tests, and lacks what a window has, such as the viewer for
 * PDFs. The first is preferred.
 */
const KINDS = {
  shell: {
    title: "headless shell",
    names: ["chromium-headless-shell", "chrome-headless-shell"],
    folders: {},
    ofPlaywright: shellOf,
    debianPackage: "chromium-headless-shell",
  },
  full: {
    title: "full browser, without its window",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    folders: {
      darwin: [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
      ],
      win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
    },
    ofPlaywright: (full) => full,
    debianPackage: "chromium",
  },
};

/** The path of a Chromium: CHROMIUM_PATH, one of the machine's, or Playwright's own. undefined when there is none of these kinds. */
export async function findChromium(kinds = wishedKinds()) {
  const wished = process.env.CHROMIUM_PATH;
  if (wished && !(await runs(wished))) throw new StepError(`CHROMIUM_PATH (${wished}) does not run.`);
  if (wished && kinds.includes(kindOf(wished))) return wished;
  for (const kind of kinds) {
    for (const candidate of ofMachine(kind)) if (await runs(candidate)) return candidate;
  }
  const own = await playwrights();
  for (const kind of kinds) {
    const candidate = KINDS[kind].ofPlaywright(own);
    if (await runs(candidate)) return candidate;
  }
}

/** The same, after trying to install one. Throws StepError with what to do when nothing helps. */
export async function findOrInstallChromium(kinds = wishedKinds()) {
  const found = await findChromium(kinds);
  if (found) return found;
  for (const install of [byPlaywright, () => byApt(kinds)]) {
    await install().catch((error) => {
      if (!(error instanceof StepError)) throw error;
    });
    const installed = await findChromium(kinds);
    if (installed) return installed;
  }
  const names = kinds.map((kind) => KINDS[kind].debianPackage).join(" or ");
  throw new StepError(`The browser tests need ${names}: install it, or set CHROMIUM_PATH to the program.`);
}

/** A Chromium of the kind that `path` is not, installed when it is missing: what passes in one may fail in the other. */
export function findOrInstallOtherChromium(path) {
  return findOrInstallChromium(Object.keys(KINDS).filter((kind) => kind !== kindOf(path)));
}

/** One line for people: which browser it is, its kind and its version. */
export async function describeChromium(path) {
  // Chrome on Windows opens a window instead of telling its version.
  const version = process.platform === "win32" ? "" : (await capture(path, ["--version"])).output;
  const [number = "unknown version"] = /\d+(\.\d+){2,}/.exec(version) ?? [];
  return `Browser: ${path} (${KINDS[kindOf(path)].title}, ${number})`;
}

function wishedKinds() {
  const wished = process.env.E2E_BROWSER;
  if (!wished) return Object.keys(KINDS);
  if (Object.hasOwn(KINDS, wished)) return [wished];
  throw new StepError(`E2E_BROWSER is "${wished}": it can be ${Object.keys(KINDS).join(" or ")}.`);
}

function kindOf(path) {
  return /headless[-_]shell/.test(basename(path)) ? "shell" : "full";
}

function byPlaywright() {
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const command = { command: usherNode(ROOT), args: [cli, "install", "chromium"], cwd: ROOT };
  return step("installing Chromium (Playwright's)", command);
}

async function byApt(kinds) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const update = { command: "apt-get", args: ["update", "-qq"], env };
  await step("reading the list of packages (apt-get update)", update);
  for (const kind of kinds) {
    const name = KINDS[kind].debianPackage;
    const install = { command: "apt-get", args: ["install", "-y", "-qq", name], env };
    try {
      await step(`installing ${name} (apt-get)`, install);
      return;
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
    }
  }
}

function ofMachine(kind) {
  const { names, folders } = KINDS[kind];
  const onPath = (process.env.PATH ?? "").split(delimiter);
  return [
    ...names.flatMap((name) => onPath.map((folder) => join(folder, name))),
    ...(folders[process.platform] ?? []),
  ];
}

/** Where Playwright keeps the browser that it installs; on Usher's own Node, for the machine's may be too old for it. */
async function playwrights() {
  const script = 'import { chromium } from "@playwright/test"; console.log(chromium.executablePath())';
  const args = ["--input-type=module", "--eval", script];
  return (await capture(usherNode(ROOT), args, { cwd: ROOT })).output.trim();
}

/** Playwright tells only where its full Chromium is: the shell is installed beside it. */
function shellOf(full) {
  const shell = process.platform === "win32" ? "chrome-headless-shell.exe" : "chrome-headless-shell";
  return full.replace(
    /([\\/])chromium-(\d+)\1chrome-([^\\/]+)\1.*$/,
    `$1chromium_headless_shell-$2$1chrome-headless-shell-$3$1${shell}`,
  );
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
