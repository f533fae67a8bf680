import { expect, it } from "vitest";
import { nextPage, signInPage } from "./next-page.ts";

it("the sign-in page leads on to the page that was asked for", () => {
  const page = "/subscriptions/new?customer=cus_1";
  expect(nextPage(new URL(signInPage(page), "http://usher").searchParams)).toBe(page);
  expect([signInPage("/"), signInPage(null)]).toEqual(["/sign-in", "/sign-in"]);
});

it.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "evil",
  "",
])("%j is no page of this site, and leads home", (next) => {
  expect(nextPage(new URLSearchParams({ next }))).toBe("/");
});
