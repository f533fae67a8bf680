// node scripts/first-start-picture.mjs <picture.png>: runs `npm start` on an empty data folder in a terminal of 80 columns, and draws what
// stands there at the end. Needs Linux's or macOS's `script` for the terminal, and Chromium.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findOrInstallChromium } from "./find-chromium.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { readTerminal } from "./terminal-text.mjs";

const COLUMNS = 80;
/** Of the picture, that it is sharp on screens of twice the density. */
const SCALE = 2;

const output = resolve(process.argv[2] ?? join(ROOT, "docs", "screenshots", "first-start.png"));
await prepare({ pages: true, includeDev: true });
const dataDir = mkdtempSync(join(tmpdir(), "usher-picture-"));
// Under root, PostgreSQL runs as another account, which has to walk through.
chmodSync(dataDir, 0o711);
try {
  const lines = readTerminal(await startInTerminal(), COLUMNS);
  // The addresses that a person's own start has.
  const shown = lines.map((line) => line.replaceAll(dataDir, ".usher").replaceAll(`:${port()}`, ":3000"));
  await draw(shown, output);
  process.stdout.write(`${output}: ${shown.length} lines\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function port() {
  return process.env.PORT ?? "41300";
}

/** Everything that the terminal was sent until the start was ready. */
function startInTerminal() {
  const command = `stty cols ${COLUMNS} rows 24; exec npm start`;
  const args =
    process.platform === "darwin" ? ["-q", "/dev/null", "sh", "-c", command] : ["-qec", command, "/dev/null"];
  const { LOG_LEVEL: _, NODE_ENV: __, ...environment } = process.env;
  const env = {
    ...environment,
    TERM: "xterm-256color",
    HOST: "127.0.0.1",
    PORT: port(),
    USHER_DATA_DIR: dataDir,
    DATABASE_URL: "",
  };
  const child = spawn("script", args, { cwd: ROOT, env, stdio: ["pipe", "pipe", "inherit"] });
  return new Promise((done, fail) => {
    let sent = "";
    child.stdout.setEncoding("utf8").on("data", (part) => {
      const wasReady = isReady(sent);
      sent += part;
      // Ctrl-C, as a person ends it.
      if (!wasReady && isReady(sent)) child.stdin.write("\x03");
    });
    child.once("error", fail);
    child.once("close", () =>
      isReady(sent) ? done(sent.slice(0, endOfBanner(sent))) : fail(new Error(sent)),
    );
  });
}

/** The banner ends with a command that the reader may try. */
function endOfBanner(sent) {
  const found = /\n {2}curl [^\n]*\n/.exec(sent);
  return found ? found.index + found[0].length : -1;
}

function isReady(sent) {
  return endOfBanner(sent) !== -1;
}

async function draw(lines, path) {
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ deviceScaleFactor: SCALE });
    await page.setContent(pageOf(lines));
    await page.locator("main").screenshot({ path });
  } finally {
    await browser.close();
  }
}

function pageOf(lines) {
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #fff }
    main { display: inline-block; background: #16181d; border-radius: 10px; overflow: hidden }
    header { display: flex; gap: 7px; padding: 12px 14px 0 }
    i { width: 11px; height: 11px; border-radius: 50%; background: #3d424d }
    pre { margin: 0; padding: 12px 18px 18px; color: #d7dae0; font: 13px/1.45 "DejaVu Sans Mono", Menlo, Consolas, monospace;
      width: ${COLUMNS}ch }
  </style><main><header><i></i><i></i><i></i></header><pre>${lines.map(escaped).join("\n")}</pre></main>`;
}
