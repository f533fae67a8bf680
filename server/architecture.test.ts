import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Gives what others choose by a default, before they are loaded. */
const DEFAULTS = "server/environment.ts";

const SERVER = import.meta.dirname;

/** Tests make their own moments, and the database client is generated. */
const EXEMPT = /\.test\.ts$|\.d\.ts$|^testing\/|^platform\/database\/client\//;

/** Generated, or about the word itself. */
const EXEMPT_OF_WORDS = /^platform[\\/]database[\\/]client|^architecture\.test|^trpc[\\/]new-operation\.test/;

interface Line {
  place: string;
  code: string;
}

/** Every line of the product's own server code, comments taken away. */
function lines(): Line[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !EXEMPT.test(file));
  return files.flatMap((file) =>
    readFileSync(join(SERVER, file), "utf8")
      .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ""))
      .split("\n")
      .map((code, index) => ({
        place: `server/${file}:${index + 1}`,
        code: code.replace(/(^|\s)\/\/.*$/, ""),
      })),
  );
}

function found(pattern: RegExp, ...allowed: string[]): string[] {
  return lines()
    .filter(({ place, code }) => pattern.test(code) && !allowed.some((file) => place.startsWith(`${file}:`)))
    .map(({ place, code }) => `${place} ${code.trim()}`);
}

/** The call that begins at a place of the text, to the bracket that closes it. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf("(", from); at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

describe("what import rules cannot see:", () => {
  test("nothing is left of what the generator of operations begins", () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" });
    const begun = files.filter((file) => {
      const isOurs = /\.tsx?$/.test(file) && !EXEMPT_OF_WORDS.test(file);
      return isOurs && readFileSync(join(SERVER, file), "utf8").includes("TODO");
    });
    expect(begun).toEqual([]);
  });

  test("a test that runs due work of all tenants has a database of its own: another file's run may be half-way through it", () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const texts = new Map(files.map((file) => [file, readFileSync(join(SERVER, file), "utf8")]));
    const ofAllTenants = [...texts.values()]
      .filter((text) => text.includes("doDueWork(services"))
      .flatMap((text) =>
        [...text.matchAll(/export async function (\w+)\(services\b/g)].map(([, name]) => name),
      );
    expect(ofAllTenants).toContain("recoverAbandonedOperations");
    const runs = new RegExp(`\\b(?:createJobHandlers|${ofAllTenants.join("|")})\\(`);
    const shared = [...texts]
      .filter(([file, text]) => file.endsWith(".test.ts") && runs.test(text))
      .filter(([, text]) => !/hasOwnDatabase: true|isWorker: true|DATABASE_URL|aBareInstallation/.test(text))
      .map(([file]) => file);
    expect(shared).toEqual([]);
  });

  test("only platform/config.ts reads the environment", () => {
    const pattern = /\bprocess\.env\b|\bimport\.meta\.env\b/;
    expect(found(pattern, "server/platform/config.ts", DEFAULTS)).toEqual([]);
  });

  test("only platform/clock.ts reads the time", () => {
    expect(found(/\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)/, "server/platform/clock.ts")).toEqual([]);
  });

  test("only what tells the network guard calls out", () => {
    const pattern =
      /(?<![#.\w])fetch\(|\bhttps?\.request\(|from "(?:nodemailer|undici|node:(?:https|dns|dns\/promises|tls|http2))"/;
    // contract.ts is the part that tests against Stripe share.
    const allowed = ["platform/outbound-http.ts", "platform/mail.ts", "providers/stripe/contract.ts"];
    expect(found(pattern, ...allowed.map((file) => `server/${file}`))).toEqual([]);
    for (const file of allowed.slice(0, 2))
      expect(readFileSync(join(SERVER, file), "utf8")).toContain("beforeNetworkCall(");
  });

  test("only the database's own files hold a connection of the pool", () => {
    expect(found(/\bpool\.connect\(/, "server/platform/database/row-level-security.ts")).toEqual([]);
  });

  test("jobs and HTTP hold no statements of their own", () => {
    const pattern =
      /\.(find(Many|First|Unique)\w*|create(Many)?|update(Many)?|upsert|delete(Many)?|count|groupBy|aggregate)\(\{|\$(query|execute)Raw|\bpool\b.*\.query\(|["'`\s](select|insert into|update|delete from) .*\b(from|values|set|where) /;
    expect(found(pattern).filter((line) => /^server\/(jobs|http)\//.test(line))).toEqual([]);
    expect(found(pattern).length).toBeGreaterThan(100);
  });

  test("a transaction has one statement at a time, because its connection has", () => {
    const together = /\bPromise\.(?:all|allSettled|any|race)\(/g;
    const files = Map.groupBy(lines(), ({ place }) => place.replace(/:\d+$/, ""));
    const calls = [...files].flatMap(([file, own]) => {
      const text = own.map(({ code }) => code).join("\n");
      return [...text.matchAll(together)].map(({ index }) => `${file} ${callAt(text, index)}`);
    });
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((call) => /\btx\b/.test(call))).toEqual([]);
  });

  test("the patterns find what they look for where it is allowed", () => {
    expect(found(/\bprocess\.env\b/, DEFAULTS)).toEqual([
      expect.stringContaining("server/platform/config.ts"),
      expect.stringContaining("process.env.NEXTAUTH_URL = "),
    ]);
    expect(found(/\bnew Date\(\s*\)/)).toEqual([expect.stringContaining("server/platform/clock.ts")]);
  });
});
