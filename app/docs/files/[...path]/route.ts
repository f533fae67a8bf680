import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pagesBridge } from "../../../_lib/bridge.ts";

const TYPES: Record<string, string> = { png: "image/png", svg: "image/svg+xml" };
/** One folder and a name: nothing that could lead elsewhere. */
const PICTURE = /^(?:pictures|screenshots)\/[\w-]+\.(png|svg)$/;

/** The pictures of the documentation, under the policy of what is no page: nothing in them runs or loads. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  const path = (await params).path.join("/");
  const type = TYPES[PICTURE.exec(path)?.[1] ?? ""];
  const file = type ? await readFile(join(pagesBridge().docsFolder, path)).catch(() => null) : null;
  if (!file || !type) return new Response("There is no such picture.", { status: 404 });
  return new Response(new Uint8Array(file), {
    headers: { "content-type": type, "cache-control": "public, max-age=3600" },
  });
}
