import { pagesBridge } from "../../../_lib/bridge.ts";
import { readClaims } from "../../../_lib/session.ts";

/** tRPC for the pages, as the signed-in member. */
async function handle(request: Request): Promise<Response> {
  // Browsers say where a request comes from; the cookie alone must not let another site write.
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return new Response(null, { status: 403 });
  return pagesBridge().trpc(request, await readClaims());
}

export { handle as GET, handle as POST };
