import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { dropUnreadable } from "./auth-request.ts";

/** What next-auth is given of a request to this address, with this cookie. */
function given(url: string, cookie?: string) {
  const request = { url, headers: { ...(cookie !== undefined && { cookie }) } } as IncomingMessage;
  dropUnreadable(request);
  return [request.url, request.headers.cookie];
}

it.each([
  ["/api/auth/csrf?callbackUrl=x", "/api/auth/csrf"],
  ["/api/auth/csrf?callbackUrl=http://%5B&a=1", "/api/auth/csrf?a=1"],
  ["/api/auth/csrf?callbackUrl=%E2%82%AC", "/api/auth/csrf"],
  ["/api/auth/error?error=%E2%82%AC", "/api/auth/error"],
  ["/api/auth/error?error=%0d%0aset-cookie:x", "/api/auth/error"],
  ["/api/auth/error?error=CredentialsSignin", "/api/auth/error?error=CredentialsSignin"],
  ["/api/auth/csrf?callbackUrl=%2Fhome", "/api/auth/csrf?callbackUrl=%2Fhome"],
  [
    "/api/auth/csrf?callbackUrl=https%3A%2F%2Fa.example%2F",
    "/api/auth/csrf?callbackUrl=https%3A%2F%2Fa.example%2F",
  ],
  ["/elsewhere?callbackUrl=x", "/elsewhere?callbackUrl=x"],
])("of %s it reads %s", (url, wanted) => expect(given(url)[0]).toBe(wanted));

it("an address to go back to that is none is dropped from the cookies, and nothing else", () => {
  const [session, good, bad] = [
    "next-auth.session-token=a=b",
    "next-auth.callback-url=http%3A%2F%2Flocalhost%3A3000",
    "__Secure-next-auth.callback-url=%E2%82%AC",
  ];
  expect(given("/api/auth/csrf", [session, bad, good].join("; "))[1]).toBe(`${session}; ${good}`);
  expect(given("/api/auth/csrf", "next-auth.callback-url=%")[1]).toBe("");
});
