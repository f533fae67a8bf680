import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const MODULE = new URL("./index.ts", import.meta.url).href;

let closed: string;

beforeAll(async () => {
  closed = await mkdtemp(join(tmpdir(), "my clöne "));
});

afterAll(() => rm(closed, { recursive: true, force: true }));

/** Under a umask that closes what is made to all other accounts: root's PostgreSQL runs as one of them. */
function startedUnderUmask(name: string): Promise<string> {
  const script = `
    import pg from "pg";
    import { startLocalPostgres } from ${JSON.stringify(MODULE)};
    const dataDir = ${JSON.stringify(join(closed, "data dir"))};
    const server = await startLocalPostgres({ dataDir, name: ${JSON.stringify(name)} });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    console.log((await client.query("select 'İ' || upper('i') as text")).rows[0].text);
    await client.end();
    await server.stop();`;
  const command = 'umask 077 && exec "$0" --input-type=module --eval "$1"';
  const child = spawn("sh", ["-c", command, process.execPath, script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HOME: "/nonexistent",
      LC_ALL: "tr_TR.UTF-8",
      TZ: "America/St_Johns",
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
    },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => child.once("close", () => resolve(output)));
}

test("starts under a closed umask, in a closed folder with a blank, without a home, in any language", async () => {
  const name = basename(closed).replace(/\W/g, "");
  try {
    expect(await startedUnderUmask(name)).toBe("İI\n");
  } finally {
    // What root keeps where the account reaches it.
    await rm(join("/var/lib", name), { recursive: true, force: true });
  }
});
