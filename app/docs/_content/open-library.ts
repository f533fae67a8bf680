import { join } from "node:path";
import { pagesBridge } from "../../_lib/bridge.ts";
import { type Library, openPrepared } from "./library.ts";

let kept: Promise<Library> | undefined;

/** The documentation, opened once a process; in development read again each time, so that edits show. */
export async function openLibrary(): Promise<Library> {
  const { docsFolder, builtFolder } = pagesBridge();
  if (process.env.NODE_ENV === "development")
    return (await import("./read-library.ts")).readLibrary(docsFolder);
  kept ??= openPrepared(join(builtFolder, "docs")).catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}
