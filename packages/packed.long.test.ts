import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const NAMES = ["local-postgres", "stripe-sandbox"] as const;

/** An empty project outside of the repository, with the packages as npm packs them. */
describe("what the packages publish", () => {
  const project = mkdtempSync(join(tmpdir(), "packed-"));
  const modules = join(project, "node_modules");
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  const packed = new Map<string, string[]>();

  beforeAll(() => {
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    for (const name of NAMES) packed.set(name, install(name));
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  /** Packs and unpacks a package and links its dependencies, those alone that it names. Returns the names of its files. */
  function install(name: string): string[] {
    const folder = join(ROOT, "packages", name);
    run(join(folder, "scripts", "build.mjs"));
    const args = ["pack", "--json", "--pack-destination", project, join(folder, "dist")];
    const [{ filename, files }] = Object.values(
      JSON.parse(execFileSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })),
    ) as [{ filename: string; files: { path: string }[] }];
    const target = join(modules, "@usher", name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", join(project, filename), "--strip-components=1", "-C", target]);
    const { dependencies } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
    // Packages of ours are unpacked themselves, those first that others depend on.
    const foreign = Object.keys(dependencies).filter((dependency) => !dependency.startsWith("@usher/"));
    for (const dependency of [...foreign, "@types/node"]) link(dependency);
    return files.map(({ path }) => path);
  }

  function link(dependency: string): void {
    const place = join(modules, dependency);
    mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { force: true });
    symlinkSync(join(ROOT, "node_modules", dependency), place);
  }

  it.each(NAMES)("is JavaScript with declarations, a manifest and a README: %s", (name) => {
    const files = packed.get(name) ?? [];
    expect(files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "package.json", "README.md"]));
    const others = files.filter((file) => !/\.(js|d\.ts)$|^(package\.json|README\.md)$/.test(file));
    expect(others).toEqual([]);
    expect(files.filter((file) => /\.test\.|testing\//.test(file))).toEqual([]);
  });

  it("starts a PostgreSQL and a sandbox on it, which the stripe SDK and a browser can use", () => {
    writeFileSync(join(project, "main.js"), USE);
    expect(JSON.parse(run("main.js"))).toEqual({
      customer: "Ada",
      script: "text/javascript; charset=utf-8",
      database: "shop",
    });
  }, 60_000);

  it("serves the sandbox as a program of its own, until it is stopped", async () => {
    const cli = join(modules, "@usher", "stripe-sandbox", "cli.js");
    const args = [cli, "--database", inject("databaseUrl"), "--port", "0"];
    const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value).split("=")[1] ?? "";
    const { hostname: host, port } = new URL(await next());
    const stripe = new Stripe(await next(), { host, port, protocol: "http", telemetry: false });
    expect((await stripe.products.create({ name: "Pro" })).name).toBe("Pro");
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  it("is typed", () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      types: ["node"],
      skipLibCheck: true,
    };
    writeFileSync(join(project, "main.ts"), TYPED);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    expect(run(TSC, "-p", ".")).toBe("");
  });
});

const USE = `import { startThrowawayPostgres } from "@usher/local-postgres";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import Stripe from "stripe";
const postgres = await startThrowawayPostgres({ name: "shop" });
const sandbox = await createStripeSandbox({ databaseUrl: postgres.url });
const { secretKey } = await sandbox.issueKeys();
const { hostname: host, port } = new URL(sandbox.url);
const stripe = new Stripe(secretKey, { host, port, protocol: "http", telemetry: false });
const { name: customer } = await stripe.customers.create({ name: "Ada" });
const script = (await fetch(sandbox.url + "/stripe.js")).headers.get("content-type");
await sandbox.close();
await postgres.stop();
process.stdout.write(JSON.stringify({ customer, script, database: new URL(postgres.url).pathname.slice(1) }));
`;

const TYPED = `import { LocalPostgresError, startLocalPostgres } from "@usher/local-postgres";
import { createStripeSandbox } from "@usher/stripe-sandbox";
const { url } = await startLocalPostgres({ dataDir: "data", settings: { work_mem: "4MB" } });
export const key: string = (await createStripeSandbox({ databaseUrl: url })).url;
export const isFull = (error: unknown) => error instanceof LocalPostgresError && error.problem === "disk_full";
// @ts-expect-error: it needs a database.
await createStripeSandbox({ port: 1 });
`;
