import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { groupOfPath } from "../../server/trpc/conventions.ts";

/** An operation that is to be added: `subscriptions`, `addNote`, `POST`, `/v1/billing/subscriptions/{id}/notes`. */
export interface NewOperation {
  group: string;
  name: string;
  method: string;
  path: string;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What is wrong with the names of a new operation, in words; null when nothing is. */
export function problemOf({ group, name, method, path }: NewOperation): string | null {
  if (!METHODS.includes(method)) return `The method must be one of ${METHODS.join(", ")}.`;
  if (!/^[a-z]+(?:[A-Z][a-z]+)*$/.test(name)) return "The name must be in camel case, such as addNote.";
  if (!/^\/v1\/[a-z]+(?:[/-](?:[a-z]+|\{[a-z_]+\}))*$/.test(path))
    return "The path must look like /v1/billing/subscriptions/{id}/notes.";
  const named = groupOfPath(method, path);
  if (named !== group)
    return `The path belongs to the group ${named}. Use that group, or add the route to GROUP_OF_PATH in server/trpc/conventions.ts first.`;
  return null;
}

/** The files of the operation, by path below the repository's root; the router with its new line. Throws for an unknown group. */
export function skeletonOf(root: string, operation: NewOperation): Record<string, string> {
  const router = routerOf(root, operation.group);
  const folder = posix.dirname(router);
  const file = kebab(operation.name);
  return {
    [`${folder}/${file}-schema.ts`]: schemaText(folder, operation, tagIn(join(root, folder))),
    [`${folder}/${file}.ts`]: operationText(folder, operation),
    [`${folder}/${file}.test.ts`]: testText(folder, operation),
    [router]: withLine(readFileSync(join(root, router), "utf8"), operation),
  };
}

/** The router that has the group, as a path below the root. */
function routerOf(root: string, group: string): string {
  const domain = join(root, "server/domain");
  const files = readdirSync(domain, { recursive: true, encoding: "utf8" });
  const found = files.find(
    (file) =>
      file.endsWith("router.ts") &&
      readFileSync(join(domain, file), "utf8").includes(`export const ${group}Router = `),
  );
  if (!found)
    throw new Error(
      `No router in server/domain has the group ${group}. Make its folder with a router.ts first, and mount it in server/trpc/root.ts.`,
    );
  return posix.join("server/domain", found.split("\\").join("/"));
}

/** The tag that most operations of a folder have. */
function tagIn(folder: string): string {
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith("schema.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const found = texts.flatMap((text) => [...text.matchAll(/\btag: "([^"]+)"/g)]);
  const times = Map.groupBy(found, ([, tag = ""]) => tag);
  const [first] = [...times].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? "Billing";
}

function schemaText(folder: string, { name, method, path }: NewOperation, tag: string): string {
  const up = relative(folder, "server/platform/schema");
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: Identifier`);
  return `import { z } from "zod";
import { Identifier, Timestamp } from "${up}/common.ts";
import { operation } from "${up}/operation.ts";

export const ${pascal(name)} = z.strictObject({ ${(parameters.length > 0 ? parameters : ["id: Identifier"]).join(", ")} });

export const ${pascal(name)}Result = z
  .object({
    id: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: "${pascal(name)}Result" });

export const ${name}Meta = operation({
  method: "${method}",
  path: "${path}",
  tag: "${tag}",
  security: "app+jwt",
  summary: "${words(name)}",
  description: "TODO: what it does, and what it answers when it is sent twice.",
  errors: [],
});
`;
}

function operationText(folder: string, { name }: NewOperation): string {
  return `import type { z } from "zod";
import type { Scope } from "${relative(folder, "server/platform")}/scope.ts";
import type { ${pascal(name)}, ${pascal(name)}Result } from "./${kebab(name)}-schema.ts";

/** TODO: what it guarantees, in which units, which errors it throws, and where the rule comes from. */
export async function ${name}(
  scope: Scope,
  input: z.output<typeof ${pascal(name)}>,
): Promise<z.output<typeof ${pascal(name)}Result>> {
  throw new Error(\`${name} is not written yet: \${scope.tenantId} sent \${JSON.stringify(input)}.\`);
}
`;
}

function testText(folder: string, { name, method, path }: NewOperation): string {
  const up = relative(folder, "server/testing");
  const ofSubscription = path.startsWith("/v1/billing/subscriptions/{");
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter) =>
    ofSubscription && parameter === "id" ? `\${id}` : "x",
  );
  const example = ofSubscription ? `\`${filled}\`` : `"${filled}"`;
  return `import { expect } from "vitest";
${ofSubscription ? `import { aSubscription } from "${up}/a-subscription.ts";\n` : ""}import { aTenant } from "${up}/a-tenant.ts";
import { it } from "${up}/it.ts";

it("TODO ${words(name).toLowerCase()}: what a caller sees", async ({ world }) => {
  const tenant = await aTenant(world);
${ofSubscription ? "  const { id } = await aSubscription(tenant);\n" : ""}  const { status } = await tenant.server.send("${method}", ${example});
  expect(status).toBe(200);
${
  method === "GET"
    ? ""
    : `  const { data } = (await tenant.admin.get("/v1/audit?limit=1")).body;
  expect(data[0].action).toBe("TODO: its event");
`
}});
`;
}

/** The router with the operation as its last line, and the imports that it needs. */
function withLine(text: string, { name, method }: NewOperation): string {
  const helper = method === "GET" ? "query" : "mutation";
  const namespace = `${name}Schema`;
  const end = text.lastIndexOf("});");
  const line = `  ${name}: ${helper}(${namespace}.${name}Meta, ${namespace}.${pascal(name)}, ${namespace}.${pascal(name)}Result, ${name}),\n`;
  const lines = `import { ${name} } from "./${kebab(name)}.ts";\nimport * as ${namespace} from "./${kebab(name)}-schema.ts";\n`;
  const body = `${text.slice(0, end)}${line}${text.slice(end)}`;
  return withHelper(body, helper).replace(/\n\n(?=\/\*\*|export)/, `\n${lines}\n`);
}

function withHelper(text: string, helper: string): string {
  return text.replace(
    /import \{ ([^}]+) \} from "([./]+trpc\/procedures\.ts)";/,
    (whole, names: string, from) => {
      const all = names.split(", ");
      return all.includes(helper)
        ? whole
        : `import { ${[...all, helper].sort().join(", ")} } from "${from}";`;
    },
  );
}

function relative(from: string, to: string): string {
  return posix.relative(from, to);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function pascal(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** addNote → Add note. */
function words(name: string): string {
  const text = kebab(name).replaceAll("-", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
