import { join } from "node:path";
import { pagesBridge } from "../../_lib/bridge.ts";
import { type Library, openPrepared } from "./library.ts";

let kept: Promise<Library> | undefined;

/** The documentation, opened once a process; in development read anew each time, as somebody is writing it. */
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
