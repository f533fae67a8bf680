import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as wasm from "@prisma/schema-engine-wasm/schema_engine_bg";
import { createEngineAdapter, type EngineExtras } from "./schema-engine-adapter.ts";

/** Prisma's schema engine, compiled to WebAssembly: the same as in the binary of `prisma migrate`. */
export type SchemaEngine = wasm.SchemaEngine;

/** Where the engine leaves the message of a panic, by Prisma's own convention. */
interface PanicRegistry {
  PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void };
}

let lastPanic: string | undefined;
let loaded: Promise<void> | undefined;

/** Node does not import .wasm files by itself, which is what the package's own entry point asks of it. */
async function load(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(glue.replace(/\.js$/, ".wasm"));
  // The module asks its host for this global by name; it is declared nowhere.
  (globalThis as PanicRegistry).PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      lastPanic = message;
    },
  };
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": hostFunctions() });
  wasm.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === "function") start();
}

/**
 * What the module imports: the glue's functions, by names that end in a hash of their own. Timers must not keep the
 * process alive: one of ten seconds, with which the engine guards its lock, is never cleared.
 */
function hostFunctions(): WebAssembly.ModuleImports {
  const functions: WebAssembly.ModuleImports = { ...wasm };
  for (const [name, original] of Object.entries(functions)) {
    if (!name.startsWith("__wbg_setTimeout_") || typeof original !== "function") continue;
    functions[name] = (...args: unknown[]) => original(...args).unref();
  }
  return functions;
}

/**
 * Runs the work with an engine on this database, and closes every connection afterwards. The role must be allowed
 * to create databases where the work needs a shadow database (a diff from migrations). Errors come out readable.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
  extras?: EngineExtras,
): Promise<T> {
  loaded ??= load();
  await loaded;
  const adapter = createEngineAdapter(databaseUrl, extras);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory);
  const engine = await wasm.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
  try {
    return await work(engine);
  } catch (error) {
    throw readable(error, (id) => factory.errorRegistry.consumeError(id)?.error);
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** The engine reports the driver's errors by number only; the registry holds the error itself. */
function readable(error: unknown, consume: (id: number) => unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const id = /External error id#(\d+)/.exec(text)?.[1];
  const cause = id === undefined ? undefined : consume(Number(id));
  const panic = error instanceof WebAssembly.RuntimeError ? lastPanic : undefined;
  // The first "0: " begins a stack trace of the engine's own source.
  const said = text
    .split(/\n\s*0: /)[0]
    ?.replace(/\s*(external connector error)?\s*External error id#\d+/, "")
    .trim();
  const message = [said, panic, cause instanceof Error ? cause.message : undefined].filter(Boolean).join(" ");
  return new Error(message, { cause: cause ?? error });
}
