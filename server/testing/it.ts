import { it as plainIt } from "vitest";
import { openWorld } from "./world.ts";

/**
 * As `it` below, for a file whose world is opened with settings: `const it = itWith({ clock })` at the top of the file. Not by
 * `it.override`: without isolation files share this module, and Vitest would keep the settings for the files that come after.
 */
export const itWith = (settings: Parameters<typeof openWorld>[0]) =>
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
  plainIt.extend("world", { scope: "file" }, async ({}, { onCleanup }) => {
    const world = await openWorld(settings);
    onCleanup(() => world.close());
    return world;
  });

/**
 * Vitest's `it` with the fixture `world`: a server on a real PostgreSQL with the sandbox, opened for the first test of a file that
 * names it and closed after the file's last. `it.beforeAll(async ({ world }) => …)` prepares what the tests of a file share.
 */
export const it = itWith({});
