import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../scripts/bootstrap/node-flags.mjs";
import { readConfig, VARIABLES } from "./platform/config.ts";
import { isIgnored, readDockerfile } from "./testing/dockerfile.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (name: string) => readFile(join(ROOT, name), "utf8");

interface Service {
  image: string;
  restart: string;
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
}

const compose: { services: Record<string, Service>; volumes: object } = parse(await read("compose.yaml"), {
  merge: true,
});
const instructions = readDockerfile().flatMap((stage) => stage.instructions);

const ours = Object.entries(compose.services).filter(([, { image }]) => image === "usher");

/** As Compose fills in variables that are unset, with those that must be given. */
function filledIn(value: string, given: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, operator: string, word: string) => {
    const known = given[name] ?? (operator === "-" ? word : undefined);
    if (known === undefined) throw new Error(word);
    return known;
  });
}

function environmentOf({ environment }: Service, given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => [name, filledIn(value, given)]);
  return Object.fromEntries(entries);
}

const GIVEN = { POSTGRES_PASSWORD: "p4ssword", USHER_SECRET: "s".repeat(32) };

describe("compose.yaml", () => {
  it("starts a process again that has ended by itself", () => {
    for (const [, { restart }] of ours) expect(restart).toBe("unless-stopped");
  });

  it("names variables that the configuration knows", () => {
    expect(ours.map(([name]) => name)).toEqual(["web", "worker"]);
    for (const [, { environment }] of ours)
      expect(Object.keys(environment).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  it.each(ours)("starts %s with a configuration that is right", (name, service) => {
    const config = readConfig(environmentOf(service, GIVEN));
    expect(config).toMatchObject({ role: name, isDemo: false, mail: undefined, previousSecrets: [] });
    expect(config.databaseUrl).toBe("postgres://usher:p4ssword@postgres:5432/usher");
    expect(config.metricsPort).toBe(name === "worker" ? 9464 : undefined);
  });

  it.each(Object.keys(GIVEN))("does not start without %s", (missing) => {
    const given: Record<string, string> = { ...GIVEN, [missing]: undefined as never };
    for (const [, service] of ours)
      expect(() => environmentOf(service, given)).toThrow(`${missing} is needed`);
  });

  it("waits for the database, and keeps it in a volume", () => {
    for (const [, { depends_on }] of ours) expect(depends_on?.postgres?.condition).toBe("service_healthy");
    expect(compose.services.postgres?.volumes).toEqual(["postgres:/var/lib/postgresql"]);
    expect(Object.keys(compose.volumes)).toEqual(["postgres"]);
  });
});

describe("Dockerfile", () => {
  const copies = instructions
    .filter(({ name, text }) => name === "COPY" && !text.startsWith("--from"))
    .flatMap(({ text }) => text.split(" ").slice(0, -1));

  it("copies what exists and is not ignored", () => {
    expect(copies.length).toBeGreaterThan(4);
    for (const path of copies) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(isIgnored(path), path).toBe(false);
    }
  });

  it("installs with the manifest of every workspace", async () => {
    const { workspaces }: { workspaces: string[] } = JSON.parse(await read("package.json"));
    const manifests = workspaces.flatMap((pattern) => {
      if (!pattern.endsWith("/*")) return [`${pattern}/package.json`];
      const folder = pattern.slice(0, -2);
      return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`);
    });
    expect(copies).toEqual(expect.arrayContaining(manifests.filter((path) => existsSync(join(ROOT, path)))));
  });

  it("has what a start needs, and nothing that is secret", () => {
    const command = instructions.findLast(({ name }) => name === "CMD")?.text ?? "";
    const entry = /^\["node".* "(\S+)"\]$/.exec(command)?.[1] ?? "";
    const needed = [
      "scripts/prepare.mjs",
      "prisma/schema",
      "prisma/functions",
      "prisma.config.ts",
      "next.config.mjs",
      "proxy.ts",
    ];
    for (const path of [entry, ...needed]) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(isIgnored(path), path).toBe(false);
    }
    for (const path of [".usher/secret", ".usher/demo.json", ".env", ".env.local", ".git/config"])
      expect(isIgnored(path), path).toBe(true);
  });

  it("sets variables that the configuration knows, and runs as somebody who is not root", () => {
    const text = instructions.map((instruction) => instruction.text).join("\n");
    const names = [...text.matchAll(/\b(USHER_\w+)/g)].map(([, name]) => name);
    expect(names.filter((name) => !VARIABLES.includes(name ?? ""))).toEqual([]);
    expect(instructions).toContainEqual({ name: "USER", text: "node" });
  });
});

it("docs/self-hosting.md names variables that the configuration knows", async () => {
  const named = [...(await read("docs/self-hosting.md")).matchAll(/\b(USHER_[A-Z_]+)\b/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !VARIABLES.includes(name ?? ""))).toEqual([]);
});

it("the image starts Node with the flags and variables of `npm start`", () => {
  const command = instructions.findLast(({ name }) => name === "CMD")?.text ?? "";
  expect(JSON.parse(command)).toEqual(["node", ...NODE_FLAGS, "server/main.ts"]);
  const variables = Object.entries(NODE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
  expect(instructions.filter(({ name }) => name === "ENV").map(({ text }) => text)).toContain(
    variables.join(" "),
  );
});
