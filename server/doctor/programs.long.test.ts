import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownDatabase } from "../testing/own-database.ts";
import { openWorld, SECRET } from "../testing/world.ts";

// The programs that an operator runs by hand on an installation that has other secrets, or cannot be reached.

let folder: string;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-programs-"));
  url = await ownDatabase();
  // Makes the signing keys.
  await (await openWorld({ environment: { DATABASE_URL: url } })).close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const ENDS_WITHIN_MS = 20_000;

/** How a program ended, and what it said; `code` is null when it had to be killed. */
function run([program = "", ...args]: string[], environment: Record<string, string>) {
  const { USHER_SECRET: _, ...own } = process.env;
  const env = { ...own, DATABASE_URL: url, USHER_DATA_DIR: folder, ...environment };
  const main = join(import.meta.dirname, "..", program, "main.ts");
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { env, timeout: ENDS_WITHIN_MS, killSignal: "SIGKILL" },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

const OTHER = { USHER_SECRET: "the secret of another installation altogether" };
const backup = () => join(folder, "usher.sql.gz");

describe("with another secret than the database was sealed with", () => {
  it("the doctor ends with 2 and says which secret it needs", async () => {
    const { code, said } = await run(["doctor"], OTHER);
    expect(said).toMatch(/^The doctor cannot look: .*USHER_SECRET/);
    expect(code).toBe(2);
  });

  it("rotate-secret ends with 1, and names what it cannot open", async () => {
    const { code, said } = await run(["rotate"], OTHER);
    expect(said).toMatch(/none of the secrets opens/);
    expect(code).toBe(1);
  });

  it("rotate-signing-keys ends with 2 and says which secret it needs, also in an emergency", async () => {
    const { code, said } = await run(["signing-keys", "--now"], OTHER);
    expect(said).toMatch(/^The signing keys were not rotated: .*USHER_SECRET/);
    expect(code).toBe(2);
  });

  it("a backup needs no secret; restoring it ends with 1 and says which it needs", async () => {
    expect((await run(["backup", "backup", backup()], OTHER)).code).toBe(0);
    const { code, said } = await run(["backup", "restore", backup(), "--replace"], OTHER);
    expect(said).toMatch(/needs another secret/);
    expect(code).toBe(1);
  });
});

it.each(["doctor", "rotate", "signing-keys"])(
  "%s ends with 2 where there is no secret, and makes none",
  async (program) => {
    const { code, said } = await run([program], {});
    expect(said).toMatch(/USHER_SECRET/);
    expect(code).toBe(2);
    expect(await readdir(folder)).not.toContain("secret");
  },
);

it.each([
  ["doctor", 2],
  ["rotate", 2],
  ["signing-keys", 2],
  ["reset-password", 2],
  ["backup", 1],
])("%s ends with %i where the database cannot be reached, and says so", async (program, expected) => {
  const DATABASE_URL = "postgresql://usher@127.0.0.1:1/usher";
  const rest = { backup: ["backup", join(folder, "none.gz")], "reset-password": ["ada@example.com"] }[
    program
  ];
  const args = [program, ...(rest ?? [])];
  const { code, said } = await run(args, { DATABASE_URL, USHER_SECRET: SECRET });
  expect(said).toMatch(/cannot be reached at 127\.0\.0\.1:1/);
  expect(code).toBe(expected);
});
