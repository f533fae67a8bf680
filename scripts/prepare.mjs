// Makes a clone ready to run, with nothing but the machine's Node (18 or newer) and npm: packages, the database
// client, the built pages. Each only when it is missing or its inputs have changed.
import { readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserScripts } from "./bootstrap/browser-scripts.mjs";
import { failureLine } from "./bootstrap/failure.mjs";
import { fingerprint } from "./bootstrap/fingerprint.mjs";
import { withLock } from "./bootstrap/lock.mjs";
import { arePackagesCurrent, installNode, installPackages } from "./bootstrap/packages.mjs";
import { hasNode, pathWith, usherNode } from "./bootstrap/runtime.mjs";
import { staticPages } from "./bootstrap/static-pages.mjs";
import { StepError, step } from "./bootstrap/step.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MINIMUM_NODE = 18;
const CLIENT_INPUTS = ["prisma/schema", "prisma.config.ts"];
const PAGE_INPUTS = [
  ...["app", "server", "public", "prisma/schema"],
  ...[
    "next.config.mjs",
    "postcss.config.mjs",
    "proxy.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
  ],
];

const API_CLIENT = join("packages", "client");
const API_CLIENT_INPUTS = ["server", join(API_CLIENT, "scripts"), "package-lock.json"];

const DOCS_FOLDER = join(ROOT, ".next", "docs");
const DOCS_INPUTS = ["docs", "app/docs/_content", "package-lock.json"];

/**
 * Brings packages, database client and, when asked, pages up to date, and returns the path of the Node that runs
 * Usher. Ends the process with the reason when a step fails.
 */
export async function prepare({ pages, includeDev = false }) {
  return orEnd(async () => {
    if (!isReady({ pages, includeDev })) await withLock(ROOT, () => makeReady({ pages, includeDev }));
    return usherNode(ROOT);
  });
}

/**
 * As prepare with pages, for a caller that has other work while the pages are built: returns as soon as the rest is
 * there, with a promise of the pages; null when they are there already. That promise is rejected with a StepError.
 */
export function prepareToStart() {
  return orEnd(() => readyToStart({ pages: true, includeDev: false }));
}

/** The same with development packages, and with pages where they are asked for. Throws StepError; the process goes on. */
export async function prepareToTest({ pages }) {
  refuseOldNode();
  return readyToStart({ pages, includeDev: true });
}

async function readyToStart(parts) {
  if (isReady(parts)) return { node: usherNode(ROOT), pages: null };
  return new Promise((resolve, reject) => {
    const ready = (node, pages) => resolve({ node, pages: pages || null });
    withLock(ROOT, () => makeReady({ ...parts, readyToStart: ready })).catch(reject);
  });
}

function refuseOldNode() {
  if (Number.parseInt(process.versions.node, 10) >= MINIMUM_NODE) return;
  throw new StepError(
    `Usher needs Node ${MINIMUM_NODE} or newer to start; this is ${process.versions.node}.`,
  );
}

async function orEnd(work) {
  try {
    refuseOldNode();
    return await work();
  } catch (error) {
    process.stderr.write(`${failureLine(error)}\n`);
    process.exit(1);
  }
}

function isReady({ pages, includeDev }) {
  const isBaseCurrent = () =>
    client().isCurrent() && browserScripts(ROOT).isCurrent() && staticPages(ROOT).isCurrent();
  return (
    arePackagesCurrent(ROOT, { includeDev }) &&
    hasNode(ROOT) &&
    isBaseCurrent() &&
    (!includeDev || apiClient().isCurrent()) &&
    (!pages || arePagesCurrent())
  );
}

async function makeReady({ pages, includeDev, readyToStart }) {
  if (!arePackagesCurrent(ROOT, { includeDev })) await installPackages(ROOT, { includeDev });
  if (!hasNode(ROOT)) await installNode(ROOT);
  const node = usherNode(ROOT);
  await browserScripts(ROOT).build();
  // The pages depend on neither the client nor those without React.
  const built = pages && makePages(node, { keepsCache: includeDev });
  const clients = makeClient(node).then(() => includeDev && makeApiClient(node));
  const base = Promise.all([clients, staticPages(ROOT).build()]);
  await Promise.all([base.then(() => readyToStart?.(node, built)), built]);
}

function makeClient(node) {
  return refresh(client(), "generating the database client", {
    command: node,
    args: [join("node_modules", "prisma", "build", "index.js"), "generate"],
    // Any file that exists: generating needs no schema engine, and Prisma would try to fetch one.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: node, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
}

/** The types of the API's client, which its tests and its package need. */
export function makeApiClient(node = usherNode(ROOT)) {
  return refresh(apiClient(), "generating the API client", {
    command: node,
    args: ["--disable-warning=ExperimentalWarning", join(API_CLIENT, "scripts", "generate.ts"), "--types"],
    env: {},
  });
}

function apiClient() {
  const stamp = join(ROOT, API_CLIENT, "src", "generated", ".made-from.json");
  return fingerprint(ROOT, stamp, API_CLIENT_INPUTS);
}

/** keepsCache: keeps the build cache for later builds, which makes the first one some seconds slower. */
async function makePages(node, { keepsCache }) {
  const [pages, docs] = [builtPages(), builtDocs()];
  // Beside the pages, whose build clears their folder of all but the cache.
  const isDocsCurrent = pages.isCurrent() && docs.isCurrent();
  const prepared = join(ROOT, ".next", "cache", "docs");
  await Promise.all([
    refresh(pages, "building the pages", {
      command: node,
      args: [join("node_modules", "next", "dist", "bin", "next"), "build"],
      env: {
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        USHER_BUILD_CACHE: String(keepsCache),
        PATH: pathWith(node),
      },
    }),
    isDocsCurrent ||
      step("preparing the documentation", {
        command: node,
        args: [join("scripts", "docs.ts"), prepared],
        cwd: ROOT,
        env: {},
      }),
  ]);
  if (isDocsCurrent) return;
  rmSync(DOCS_FOLDER, { recursive: true, force: true });
  renameSync(prepared, DOCS_FOLDER);
  docs.remember();
}

async function refresh(result, name, command) {
  if (result.isCurrent()) return;
  result.forget();
  await step(name, { ...command, cwd: ROOT });
  result.remember();
}

function client() {
  const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", "prisma", "package.json"), "utf8"));
  const stamp = join(ROOT, "server", "platform", "database", "client", ".made-from.json");
  return fingerprint(ROOT, stamp, CLIENT_INPUTS, version);
}

const arePagesCurrent = () => builtPages().isCurrent() && builtDocs().isCurrent();

function builtDocs() {
  return fingerprint(ROOT, join(DOCS_FOLDER, "made-from.json"), DOCS_INPUTS);
}

function builtPages() {
  return fingerprint(ROOT, join(ROOT, ".next", "made-from.json"), PAGE_INPUTS);
}
