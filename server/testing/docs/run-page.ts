import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { World } from "../world.ts";
import { type Block, ROOT } from "./blocks.ts";
import type { Story } from "./pages.ts";

/** What a page's program reaches the test by. */
interface Reader {
  value(name: string): string;
  shell(nth: number): Promise<void>;
  after(nth: number): Promise<void>;
}

const CLIENT = join(ROOT, "packages/client/src/index.ts");

/** A page as one program: its blocks in their order, the shell's in their place between the others. */
export function programOf(blocks: Block[], story: Story, isRun: (block: Block) => boolean): string {
  const imports = new Map<string, Set<string>>();
  const withoutImports = (code: string) =>
    code.replaceAll(/^import \{ (.+) \} from "(.+)";\n?/gm, (_, names: string, from: string) => {
      const known = imports.get(from) ?? new Set();
      imports.set(from, new Set([...known, ...names.split(", ")]));
      return "";
    });
  const parts = [withoutImports(story.has ?? "")];
  for (const [nth, block] of blocks.entries()) {
    if (!isRun(block)) continue;
    if (block.kind === "shell") parts.push(`await reader.shell(${nth});`);
    else {
      const code = withoutImports(withValues(block.code, story));
      parts.push(story.inFunction?.includes(nth) ? `await (async () => {\n${code}})();` : code);
    }
    parts.push(`await reader.after(${nth});`);
  }
  const head = [...imports].map(
    ([from, names]) =>
      `import { ${[...names].join(", ")} } from ${JSON.stringify(from === "@usher/client" ? CLIENT : from)};`,
  );
  const declared =
    "declare const reader: { value(name: string): string; shell(nth: number): Promise<void>; after(nth: number): Promise<void> };";
  return [...head, declared, ...parts, "export {};", ""].join("\n");
}

/** The reader's own values, looked up when the program comes to them. */
function withValues(code: string, { values }: Story): string {
  return placeholders(values).reduce(
    (text, name) => text.replaceAll(`"${name}"`, `reader.value(${JSON.stringify(name)})`),
    code,
  );
}

/** Those that are filled in while the page runs are among them. */
const placeholders = (values: Story["values"]) =>
  [...new Set([...Object.keys(values), "sub_…", "price_…", "token of the link"])].sort(
    (a, b) => b.length - a.length,
  );

/** Carries a page's program out in this process, with a shell beside it. Throws what a block throws, and for a refused call. */
export async function runPage(world: World, blocks: Block[], story: Story, file: string): Promise<void> {
  const { tenant, values } = story;
  const { id, appId, clientSecret } = tenant.adminApplication;
  const environment = {
    USHER: world.baseUrl,
    USHER_URL: world.baseUrl,
    APP_ID: appId,
    TEST_APP_ID: appId,
    USHER_TENANT_ID: tenant.id,
    USHER_APP_ID: appId,
    USHER_CLIENT_ID: id,
    USHER_CLIENT_SECRET: clientSecret,
  };
  Object.assign(process.env, environment);
  const token = tenant.admin.headers.authorization?.replace("Bearer ", "") ?? "";
  const shell = openShell({ ...environment, TOKEN: token, TEST_TOKEN: token }, dirname(file));
  const value = (name: string): string => {
    const [first, ...rest] = values[name] ?? [];
    if (first === undefined) throw new Error(`there is no value for ${name}`);
    if (rest.length > 0) values[name] = rest;
    return first;
  };
  const reader: Reader = {
    value,
    async shell(nth) {
      const known = placeholders(values).filter((name) => blocks[nth]?.code.includes(name));
      await shell(known.reduce((code, name) => code.replaceAll(name, value(name)), blocks[nth]?.code ?? ""));
    },
    async after(nth) {
      await story.after?.[nth]?.();
    },
  };
  Object.assign(globalThis, { reader });
  await import(pathToFileURL(file).href);
}

/** A shell that keeps functions and variables from one block to the next, and stops at the first call that is refused. */
function openShell(environment: Record<string, string>, folder: string): (code: string) => Promise<void> {
  const state = join(folder, "shell-state");
  const names = new Set<string>();
  return async (code) => {
    for (const [, name = ""] of code.matchAll(/^([A-Z]+)=/gm)) names.add(name);
    await writeFile(state, "", { flag: "a" });
    const script = `source ${state}
curl() { command curl --fail-with-body "$@"; }
${code}
{ declare -f; declare -p ${[...names, "USHER"].join(" ")}; } > ${state}`;
    const env = { ...process.env, ...environment, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env }).catch((error) => {
      throw new Error(`${code}\n${error.stdout}\n${error.stderr}`);
    });
  };
}
