import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenApiDocument } from "../../../server/trpc/openapi.ts";
import type { OpenApiDocument } from "../scripts/describe-operations.ts";
import { describeSurface } from "../scripts/describe-surface.ts";
import { generateTypes } from "../scripts/generate-types.ts";

const CLIENT = join(import.meta.dirname, "..");
const ROOT = join(CLIENT, "..", "..");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");

// The document is ours; the server's tests hold its shape.
const document = createOpenApiDocument("https://usher.invalid") as unknown as OpenApiDocument;

it("surface.txt says what the client offers (npm run client rewrites it)", () => {
  expect(readFileSync(join(CLIENT, "surface.txt"), "utf8")).toBe(describeSurface(document));
});

describe("code that uses the client", () => {
  const folder = mkdtempSync(join(tmpdir(), "usher-client-types-"));

  beforeAll(() => {
    cpSync(join(CLIENT, "src"), join(folder, "src"), { recursive: true });
    cpSync(join(CLIENT, "tsconfig.json"), join(folder, "tsconfig.json"));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "src", "usage.ts"), USAGE);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The words of USAGE's lines that the compiler refuses. */
  async function refusedLines(of: OpenApiDocument): Promise<(string | undefined)[]> {
    const files = await generateTypes(of);
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, "src", "generated", name), content);
    const output = compile();
    const lines = [...output.matchAll(/usage\.ts\((\d+),/g)].map(([, line]) => Number(line));
    return [...new Set(lines)].map((line) => /\/\/ (.*)/.exec(USAGE.split("\n")[line - 1] ?? "")?.[1]);
  }

  function compile(): string {
    try {
      execFileSync(process.execPath, [TSC, "-p", folder, "--noEmit"], { encoding: "utf8" });
      return "";
    } catch (error) {
      return String(Reflect.get(error as object, "stdout"));
    }
  }

  it("compiles with the API as it is", { tags: ["long"] }, async () => {
    expect(await refusedLines(part(document))).toEqual([]);
  });

  it("does not compile any more, at just those lines, when the operations that it uses have changed", {
    tags: ["long"],
  }, async () => {
    const changed = part(document);
    const text = JSON.stringify(changed)
      // A field of an answer has another name.
      .replaceAll('"remaining"', '"left"')
      // An operation has gone to another path, and its parameter has another name.
      .replaceAll(
        "/v1/billing/subscriptions/{id}/cancel",
        "/v1/billing/subscriptions/{subscription_id}/cancel",
      )
      // A field of a request takes other values.
      .replaceAll('"clip"', '"cut"')
      // An event has another type.
      .replaceAll("subscription.created", "subscription.begun");
    const other: OpenApiDocument = JSON.parse(text);
    const cancel = other.paths["/v1/billing/subscriptions/{subscription_id}/cancel"]?.post;
    for (const parameter of cancel?.parameters ?? [])
      if (parameter.name === "id") parameter.name = "subscription_id";
    delete other.paths["/v1/billing/usage/batch"];
    expect(await refusedLines(other)).toEqual([
      "an answer's field",
      "a path's parameter",
      "a request's value",
      "an operation",
      "an event",
    ]);
  });
});

/** The operations that USAGE and the client itself use: generating all of them takes seconds. */
function part(whole: OpenApiDocument): OpenApiDocument {
  const used =
    /^\/v1\/(billing\/(entitlements|usage|subscriptions\/\{id\}\/cancel|overrides)|auth\/token|settings|catalog\/products$|waitlist$|pricing)/;
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => used.test(path)));
  return { ...structuredClone(whole), paths };
}

const USAGE = `import { createUsher, type WebhookEvent } from "./index.ts";
const usher = createUsher({ baseUrl: "https://usher.example.com", appId: "app" });
const check = await usher.entitlements.check({ feature_key: "calls", customer: "ada" });
export const left: number | null = check.remaining; // an answer's field
await usher.subscriptions.cancel({ id: "sub_1" }); // a path's parameter
await usher.usage.record({ customer: "ada", feature_key: "calls", quantity: 1, mode: "clip" }); // a request's value
await usher.usage.recordBatch({ items: [] }); // an operation
export const plan = (event: WebhookEvent) => event.type === "subscription.created" && "plan" in event.data ? event.data.plan.slug : ""; // an event
`;
