import { NextResponse } from "next/server";
import { pagesBridge } from "../_lib/bridge.ts";
import { PORTAL_COOKIE } from "../_portal/open-portal.ts";

/** Where the link of the tenant's back end leads: lets the browser in once, and keeps the secret out of every later address. */
export async function GET(request: Request): Promise<NextResponse> {
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
