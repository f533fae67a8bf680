import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import type { SignInAnswer } from "../../../../server/http/pages-contract.ts";
import { authOptions } from "../../../_lib/auth-options.ts";
import { deviceCookie, deviceOf } from "../../../_lib/device-cookie.ts";
import { answerRefusal } from "../../../_lib/sign-in-refusal.ts";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Sign-in, sign-out and what next-auth needs besides. */
async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  if (await isPressedCallback(request, context))
    return new Response(null, { status: 303, headers: { location: "/sign-in" } });
  const answers: SignInAnswer[] = [];
  const device = deviceOf(request);
  const options = authOptions({ device, onAnswer: (one) => answers.push(one) });
  // next-auth types its handler as returning anything; with these two arguments it is a Response.
  const answer: Response = await NextAuth(request, context, options);
  const [given] = answers;
  const isRefused = given?.isSignedIn === false;
  // 401 is what next-auth answers itself.
  const response = isRefused && given.status !== 401 ? await answerRefusal(answer, given) : answer;
  if (given?.isSignedIn) response.headers.append("set-cookie", deviceCookie(device));
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Only forms are sent to the callback of a password; next-auth answers 500 to a link that leads there. */
async function isPressedCallback({ method }: NextRequest, { params }: RouteContext): Promise<boolean> {
  const [action, provider] = (await params).nextauth;
  if (method !== "GET" || action !== "callback") return false;
  return authOptions().providers.some(({ id, type }) => id === provider && type === "credentials");
}

// HEAD and what next-auth does not know are refused before, in server/http/auth-request.ts.
export { handle as GET, handle as POST };
