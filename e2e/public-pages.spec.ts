import { expect, test } from "./fixtures.ts";

test("a finished checkout ends on a page that needs no account", async ({ page }) => {
  await page.goto("/checkout/success?session_id=chk_anything");
  await expect(page.getByRole("heading", { name: "your checkout is complete" })).toBeVisible();
});

test("a canceled checkout says that nothing was charged", async ({ page }) => {
  await page.goto("/checkout/canceled");
  await expect(page.getByRole("heading", { name: "Your checkout was canceled" })).toBeVisible();
  await expect(page.getByText("Nothing was charged")).toBeVisible();
});

test.describe("an address without a page", () => {
  test.use({ expectedRefusals: ["/nowhere"] });

  test("is 404, in words, with a way home", async ({ page }) => {
    const response = await page.goto("/nowhere");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page).toHaveURL("/sign-in");
  });

  test("is read without scripts, too, in the documentation and of a tenant that is not there", async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const reader = await context.newPage();
    for (const [path, back, to] of [
      ["/docs/nothing", "Read the documentation", "/docs"],
      ["/docs/decisions/nothing", "Read the documentation", "/docs"],
      ["/p/nobody/register", "Go to the home page", "/sign-in"],
    ] as const) {
      const response = await reader.goto(path);
      expect([path, response?.status()]).toEqual([path, 404]);
      await expect(reader.getByRole("heading", { name: "There is no page here" })).toBeVisible();
      await reader.getByRole("link", { name: back }).click();
      await expect(reader).toHaveURL(to);
    }
    await context.close();
  });
});

test("the installation's own tenant, whose users are the dashboard's members, has no public pages", async ({
  request,
}) => {
  for (const page of [
    "register",
    "waitlist",
    "pricing",
    "checkout",
    "redeem",
    "reset-password",
    "verify-email",
    "portal",
  ]) {
    expect([page, (await request.get(`/p/usher/${page}?token=x&price=x`)).status()]).toEqual([page, 404]);
    expect([page, (await request.get(`/p/northwind/${page}?token=x&price=x`)).status()]).not.toEqual([
      page,
      404,
    ]);
  }
});

test("pages run only their own scripts, and no site may frame them", async ({ request }) => {
  const [first, second] = [await request.get("/sign-in"), await request.get("/sign-in")];
  const policy = first.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(second.headers()["content-security-policy"]).not.toBe(policy);
  expect(first.headers()).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
  expect(first.headers()).not.toHaveProperty("x-powered-by");
});

test("another site's page cannot call on a member's behalf", async ({ request }) => {
  const response = await request.get("/api/trpc/analytics.overview", {
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(response.status()).toBe(403);
});

test("what a page loads to begin with is at most 200 kB", async ({ memberRequest }) => {
  const pages = [
    "/",
    "/customers",
    "/subscriptions/new",
    "/invitations",
    "/catalog",
    "/usage",
    "/api-reference",
    "/docs/webhooks",
  ];
  for (const path of pages) {
    const html = await (await memberRequest.get(path)).text();
    const tags = [...html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)].filter(
      ([tag]) => !/nomodule/i.test(tag),
    );
    let bytes = 0;
    for (const [, src = ""] of tags) {
      const response = await memberRequest.get(src, { headers: { "accept-encoding": "br" } });
      expect([src, response.headers()["content-encoding"]]).toEqual([src, "br"]);
      bytes += Number(response.headers()["content-length"]);
    }
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThanOrEqual(200_000);
  }
});
