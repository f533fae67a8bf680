import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createOpenApiDocument } from "./openapi.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILES = ["README.md", ...globSync("docs/**/*.md", { cwd: ROOT })].sort();

const document = createOpenApiDocument("https://usher.example");
// What our own generator makes has these shapes.
const paths = document.paths as Record<string, Record<string, { requestBody?: object }>>;
const ajv = new Ajv2020({ strict: false, allErrors: true });
// CommonJS: its default export is the function itself under Node, an object to TypeScript.
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: "usher", ...document });

interface Call {
  method: string;
  path: string;
  body: string | null;
}

/** A word of the shell: quoted and bare parts in a row. */
const WORD = String.raw`(?:'[^']*'|"[^"]*"|[^\s'"|;)])+`;

/** What the shell makes of a word, with a value in place of each variable and of each identifier that is cut short. */
function unquoted(word: string): string {
  const parts = word.match(/'[^']*'|"[^"]*"|[^'"]+/g) ?? [];
  return parts
    .map((part) =>
      part.startsWith("'") ? part.slice(1, -1) : part.replaceAll('"', "").replaceAll(/\$\w+/g, "x1"),
    )
    .join("")
    .replaceAll("…", "x1");
}

/** The calls of a page's shell code: `curl … $USHER/path … -d body`, and `post /path body`, which such pages define. */
function callsOf(markdown: string): Call[] {
  const code = [...markdown.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = ""]) => block).join("\n");
  const lines = code.replaceAll("\\\n", " ").replaceAll(/^#.*$/gm, "");
  const calls: Call[] = [];
  for (const [, options = "", path = "", rest = ""] of lines.matchAll(
    /curl -s((?: -X \w+)?) "?\$USHER(\/v1\/[^\s"|)?]+)[^\s"]*"?((?:'[^']*'|"[^"]*"|[^'"\n|;])*)/g,
  )) {
    const data = new RegExp(`-d (${WORD})`).exec(rest)?.[1];
    const method = options.replace(" -X ", "") || (data ? "POST" : "GET");
    calls.push({ method, path: unquoted(path), body: data ? unquoted(data) : null });
  }
  for (const [, path = "", body = ""] of lines.matchAll(new RegExp(`\\bpost (/v1/\\S+) (${WORD})`, "g")))
    calls.push({ method: "POST", path, body: unquoted(body) });
  return calls;
}

/** What is wrong with a call: no such operation, or a body that it would refuse. */
function wrongWith({ method, path, body }: Call): string[] {
  const template = Object.keys(paths).find((known) => {
    const pattern = known.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(path) && paths[known]?.[method.toLowerCase()];
  });
  if (!template) return [`${method} ${path} is no operation`];
  if (body === null || !body.startsWith("{")) return [];
  const pointer = template.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
  const schema = `usher#/paths/${pointer}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
  const isRight = ajv.compile({ $ref: schema });
  return isRight(JSON.parse(body)) ? [] : [`${method} ${path}: ${ajv.errorsText(isRight.errors)}`];
}

describe("the calls that the documentation shows", async () => {
  const pages = await Promise.all(
    FILES.map(async (file) => ({ file, calls: callsOf(await readFile(join(ROOT, file), "utf8")) })),
  );

  it("are found", () => {
    const counts = Object.fromEntries(pages.map(({ file, calls }) => [file, calls.length]));
    expect(counts["README.md"]).toBe(5);
    expect(counts["docs/quickstart.md"]).toBeGreaterThan(17);
    expect(
      wrongWith({ method: "POST", path: "/v1/waitlist", body: '{"mail": "a@example.com"}' }),
    ).toHaveLength(1);
  });

  it.each(pages.filter(({ calls }) => calls.length > 0))(
    "are operations with bodies they take: $file",
    ({ calls }) => {
      expect(calls.flatMap(wrongWith)).toEqual([]);
    },
  );
});
