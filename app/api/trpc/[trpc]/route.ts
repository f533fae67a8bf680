import { pagesBridge } from "../../../_lib/bridge.ts";
import { readClaims } from "../../../_lib/session.ts";

/** tRPC for the pages, as the signed-in member. */
async function handle(request: Request): Promise<Response> {
  return pagesBridge().trpc(request, await readClaims());
}

export { handle as GET, handle as POST };
