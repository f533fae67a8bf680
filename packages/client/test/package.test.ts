import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CLIENT = join(import.meta.dirname, "..");
const ROOT = join(CLIENT, "..", "..");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");
/** The older compiler, which many who use the package have. */
const TSC_5 = join(CLIENT, "node_modules", "typescript", "bin", "tsc");

describe("the package as it is published", () => {
  const project = mkdtempSync(join(tmpdir(), "usher-consumer-"));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });

  beforeAll(() => {
    run(join(CLIENT, "scripts", "build.mjs"));
    const modules = join(project, "node_modules");
    const { files } = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
    for (const name of ["package.json", ...files])
      cpSync(join(CLIENT, name), join(modules, "@usher", "client", name), { recursive: true });
    // What npm would install beside it.
    const beside = [
      "jose",
      "openapi-fetch",
      "openapi-typescript-helpers",
      "react",
      "react-dom",
      "@types/react",
      "csstype",
    ];
    mkdirSync(join(modules, "@types"));
    for (const name of beside) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    writeFileSync(join(project, "main.tsx"), CONSUMER);
  });

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it("is imported by Node, with everything that it promises", () => {
    const code = `import * as client from "@usher/client"; import * as react from "@usher/client/react";
      process.stdout.write(JSON.stringify([Object.keys(client), Object.keys(react)]));`;
    expect(JSON.parse(run("--input-type=module", "--eval", code))).toEqual([
      [
        "UsherConnectionError",
        "UsherError",
        "WebhookVerificationError",
        "createEntitlementCache",
        "createSnapshotVerifier",
        "createUserSession",
        "createUsher",
        "isUnreachable",
        "isUsherError",
        "verifyWebhook",
      ],
      ["UsherCard", "UsherProvider", "useEntitlement"],
    ]);
  });

  it.each([
    ["TypeScript 7", "bundler", TSC, false],
    ["TypeScript 5", "nodenext", TSC_5, true],
  ])("is typed for %s (%s)", { tags: ["long"] }, (_, resolution, tsc, skipLibCheck) => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      jsx: "react-jsx",
      types: [],
      skipDefaultLibCheck: true,
      skipLibCheck,
      module: resolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution: resolution,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.tsx"] }));
    expect(errorsOf(() => run(tsc, "-p", "."))).toBe("");
  });

  it("needs nothing of Node, and leaves out of a page what the page does not use", {
    tags: ["long"],
  }, async () => {
    const bundle = async (code: string) => {
      const entry = join(project, "page.js");
      writeFileSync(entry, code);
      const lib = { entry, formats: ["es" as const], fileName: "page" };
      const options = { configFile: false as const, logLevel: "error" as const, root: project };
      const [output] = [await build({ ...options, build: { write: false, minify: true, lib } })].flat();
      if (!output || !("output" in output)) throw new Error("One entry in one format makes one bundle.");
      return output.output[0].code;
    };
    const whole = await bundle('export * from "@usher/client"');
    expect(whole).not.toMatch(/["']node:|require\(|\bBuffer\b|process\.env/);
    const webhooksAlone = await bundle('export { verifyWebhook } from "@usher/client"');
    expect(webhooksAlone.length).toBeLessThan(4_000);
    expect(webhooksAlone).not.toContain("/v1/");
  });
});

function errorsOf(compile: () => string): string {
  try {
    return compile();
  } catch (error) {
    return String(Reflect.get(error as object, "stdout"));
  }
}

const CONSUMER = `import { createUsher, verifyWebhook, type Schemas } from "@usher/client";
import { UsherCard, UsherProvider, useEntitlement } from "@usher/client/react";
const usher = createUsher({ baseUrl: "https://usher.example.com", appId: "app" });
export const name = async (): Promise<string> => (await usher.subscriptions.get({ id: "sub_1" })).plan.name;
export const card: Schemas["PaymentMethod"][] = [];
export const type = async (body: string, headers: Headers) => (await verifyWebhook(body, headers, "whsec_")).type;
export function Page() {
  const limit: number | null = useEntitlement("calls").limit;
  return (
    <UsherProvider source="/api/entitlements">
      {limit}
      <UsherCard baseUrl="" appId="" clientSecret="" onSucceeded={({ payment_method }) => payment_method.length} />
    </UsherProvider>
  );
}
// @ts-expect-error: there is no such operation.
usher.subscriptions.forget({ id: "sub_1" });
`;
