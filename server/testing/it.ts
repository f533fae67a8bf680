import { it as plainIt } from "vitest";
import { openWorld } from "./world.ts";

/**
 * Vitest's `it` with the fixture `world`: a server on a real PostgreSQL with the sandbox, opened for the first test of a file that
 * names it and closed after the file's last. `it.beforeAll(async ({ world }) => …)` prepares what the tests of a file share;
 * `it.override("worldSettings", { clock })` at the top of a file, before its tests, opens the world with what openWorld takes.
 */
export const it = plainIt
  .extend("worldSettings", { scope: "file" }, (): Parameters<typeof openWorld>[0] => ({}))
  .extend("world", { scope: "file" }, async ({ worldSettings }, { onCleanup }) => {
    const world = await openWorld(worldSettings);
    onCleanup(() => world.close());
    return world;
  });
