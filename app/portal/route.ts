import { NextResponse } from "next/server";
import { pagesBridge } from "../_lib/bridge.ts";
import { PORTAL_COOKIE } from "../_portal/read-portal.ts";

/** What browsers and the apps that show a preview send when they load an address before anybody opens it. */
const AHEAD = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Where the link of the tenant's back end leads: lets the browser in once, and keeps the secret out of every later address. */
export async function GET(request: Request): Promise<NextResponse> {
  if (AHEAD.some((name) => /prefetch|preview/i.test(request.headers.get(name) ?? ""))) return unopened(503);
  const { baseUrl, enterPortal } = pagesBridge();
  const entered = await enterPortal(new URL(request.url).searchParams.get("token") ?? "");
  if (!entered) return NextResponse.redirect(`${baseUrl}/portal/closed`, 303);
  const { slug, session, seconds } = entered;
  const path = `/p/${slug}/portal`;
  const response = NextResponse.redirect(baseUrl + path, 303);
  response.cookies.set(PORTAL_COOKIE, session, {
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https://"),
    path,
    maxAge: seconds,
  });
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

/** Opens nothing: HEAD is how mail programs look at a link. Without it Next would answer HEAD by doing what GET does. */
export function HEAD(): NextResponse {
  return unopened(200);
}

function unopened(status: 200 | 503): NextResponse {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new NextResponse(null, { status, headers });
}
