import { openLibrary } from "../_content/open-library.ts";

/** The index of every section, for searching in the browser. */
export async function GET(): Promise<Response> {
  const library = await openLibrary();
  return new Response(await library.searchIndex(), {
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
