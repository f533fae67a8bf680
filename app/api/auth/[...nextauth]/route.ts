import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "../../../_lib/auth-options.ts";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Sign-in, sign-out and what next-auth needs besides. */
async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  // next-auth types its handler as returning anything; with these two arguments it is a Response.
  const response: Response = await NextAuth(request, context, authOptions());
  response.headers.set("cache-control", "no-store");
  return response;
}

export { handle as GET, handle as POST };
