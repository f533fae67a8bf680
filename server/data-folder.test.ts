import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { storeBaseUrl } from "./base-url.ts";
import { ownDataFolder } from "./data-folder.ts";
import type { Config } from "./platform/config.ts";
import { createLog } from "./platform/log.ts";

const MODULE = new URL("./data-folder.ts", import.meta.url).href;
const LOG = new URL("./platform/log.ts", import.meta.url).href;
const log = createLog("silent");
let dataDir = "";
let owner: ChildProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "usher-owner-"));
});

afterEach(() => {
  owner?.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (role: Config["role"]) => ({ role, dataDir, baseUrl: undefined, port: 3000 });

/** Another process that owns the folder. */
async function anOwner(): Promise<ChildProcess> {
  const script = `import { ownDataFolder } from ${JSON.stringify(MODULE)};
    import { createLog } from ${JSON.stringify(LOG)};
    const isOwner = (await ownDataFolder(${JSON.stringify(settings("all"))}, createLog("silent"))) !== null;
    // It holds the folder for as long as it lives, though nothing in it refers to the lock.
    gc();
    process.stdout.write(String(isOwner));
    setInterval(() => {}, 1000);`;
  owner = spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [answer] = await once(owner.stdout ?? owner, "data");
  expect(String(answer)).toBe("true");
  return owner;
}

it("a second server on a folder says where the first one is, and touches nothing", async () => {
  await anOwner();
  await storeBaseUrl({ dataDir }, "http://localhost:4100");
  const before = readdirSync(dataDir);
  await expect(ownDataFolder({ ...settings("all"), baseUrl: "https://else.example" }, log)).rejects.toThrow(
    /^Usher is running on the data folder .* already, at http:\/\/localhost:4100: use that one or stop it/,
  );
  expect(readdirSync(dataDir)).toEqual(before);
  expect(readFileSync(join(dataDir, "base-url"), "utf8")).toBe("http://localhost:4100\n");
});

it("web processes and workers share the folder of an owner, and a worker owns none", async () => {
  expect(await ownDataFolder(settings("worker"), log)).toBeNull();
  await anOwner();
  expect(await ownDataFolder(settings("web"), log)).toBeNull();
  expect(await ownDataFolder(settings("worker"), log)).toBeNull();
});

it("a web process alone owns its folder", async () => {
  const lock = await ownDataFolder(settings("web"), log);
  expect(lock).not.toBeNull();
  lock?.release();
});

it("an owner that was killed leaves a free folder", async () => {
  const child = await anOwner();
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const lock = await ownDataFolder(settings("all"), log);
  expect(lock).not.toBeNull();
  lock?.release();
});
