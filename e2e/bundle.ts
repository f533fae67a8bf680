import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig } from "vite";

const common: InlineConfig = {
  configFile: false,
  logLevel: "error",
  define: { "process.env.NODE_ENV": '"production"' },
};

/** A page's script with everything that it imports, as one. */
export async function bundle(entry: string): Promise<string> {
  const lib = { entry: join(import.meta.dirname, entry), formats: ["iife" as const], name: "page" };
  const [output] = [await build({ ...common, build: { write: false, lib } })].flat();
  if (!output || !("output" in output)) throw new Error("One entry in one format makes one bundle.");
  return output.output[0].code;
}

/** A module with everything that it imports, loaded as a server would. */
export async function bundleForServer(entry: string): Promise<unknown> {
  const outDir = mkdtempSync(join(tmpdir(), "usher-bundle-"));
  try {
    const rolldownOptions = { output: { entryFileNames: "module.mjs" } };
    const ssr = { noExternal: true as const };
    await build({
      ...common,
      ssr,
      build: { ssr: join(import.meta.dirname, entry), outDir, rolldownOptions },
    });
    return await import(pathToFileURL(join(outDir, "module.mjs")).href);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** A script in a page's HTML. */
export function inlineScript(code: string): string {
  return `<script>${code.replaceAll("</script", "<\\/script")}</script>`;
}
