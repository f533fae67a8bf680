import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "../../../_lib/auth-options.ts";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Sign-in, sign-out and what next-auth needs besides. */
async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  if (await isPressedCallback(request, context))
    return new Response(null, { status: 303, headers: { location: "/sign-in" } });
  // next-auth types its handler as returning anything; with these two arguments it is a Response.
  const response: Response = await NextAuth(request, context, authOptions());
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Only forms are sent to the callback of a password; next-auth answers 500 to a link that leads there. */
async function isPressedCallback({ method }: NextRequest, { params }: RouteContext): Promise<boolean> {
  const [action, provider] = (await params).nextauth;
  if (method !== "GET" || action !== "callback") return false;
  return authOptions().providers.some(({ id, type }) => id === provider && type === "credentials");
}

/** A sign-in's GET spends what it carries; HEAD does nothing. Without it Next would answer HEAD by doing what GET does. */
function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: "GET, POST", "cache-control": "no-store" } });
}

export { handle as GET, handle as POST, refuseHead as HEAD };
