import { pagesBridge } from "../../../_lib/bridge.ts";

/** tRPC for the pages, as the signed-in member. */
async function handle(request: Request): Promise<Response> {
  const bridge = pagesBridge();
  return bridge.trpc(request, await bridge.claims(request.headers.get("cookie")));
}

export { handle as GET, handle as POST };
