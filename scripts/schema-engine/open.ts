import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import { createEngineAdapter } from "./adapter.ts";

/**
 * Runs the work with Prisma's schema engine on this database, and closes every connection afterwards. It is the engine of
 * `prisma migrate`, compiled to WebAssembly; Node 24 imports such modules, with a warning that this is experimental. The role must
 * be allowed to create databases where the work needs a shadow database (a diff from migrations). Errors come out readable.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const adapter = createEngineAdapter(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory);
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
  try {
    return await work(engine);
  } catch (error) {
    throw readable(error, (id) => factory.errorRegistry.consumeError(id)?.error);
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** An error of the engine. code: Prisma's own, such as P3009; undefined for one of the driver. */
export class SchemaEngineError extends Error {
  readonly code: string | undefined;

  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    const { cause } = options;
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  }
}

/** The engine reports the driver's errors by number only; the registry holds the error itself. */
function readable(error: unknown, consume: (id: number) => unknown): SchemaEngineError {
  const text = error instanceof Error ? error.message : String(error);
  const id = /External error id#(\d+)/.exec(text)?.[1];
  const cause = id === undefined ? undefined : consume(Number(id));
  // The first "0: " begins a stack trace of the engine's own source.
  const said = text
    .split(/\n\s*0: /)[0]
    ?.replace(/\s*(external connector error)?\s*External error id#\d+/, "")
    .trim();
  const message = [said, cause instanceof Error ? cause.message : undefined].filter(Boolean).join(" ");
  return new SchemaEngineError(message, { cause: cause ?? error });
}
