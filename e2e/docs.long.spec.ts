import type { APIRequestContext } from "@playwright/test";
import { expectCleanEverywhere, expectCleanInBothThemes } from "./axe.ts";
import { expect, expectActiveOption, test } from "./fixtures.ts";

test("the dashboard leads to the documentation, which has its contents beside it", async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Usher's documentation" })).toBeVisible();
  await page.getByRole("article").getByRole("link", { name: "Webhooks, events and the audit log" }).click();
  await expect(page).toHaveURL("/docs/webhooks");
  const contents = page.getByRole("navigation", { name: "Documentation" });
  await expect(contents.getByRole("link", { name: "Webhooks, events and the audit log" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const [heading = ""] = await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: heading }).click();
  await expect(page.getByRole("heading", { level: 2, name: heading })).toBeInViewport();
});

test("a heading is found from the keyboard alone, by / and by Ctrl-K", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/docs");
  await page.waitForLoadState("networkidle");
  expect(fetched).not.toContain("/docs/search.json");
  for (const keys of ["/", "Control+k"]) {
    await page.keyboard.press(keys);
    await expect(page.getByPlaceholder("Words, a field, an error code")).toBeFocused();
    if (keys === "/") await page.keyboard.press("Escape");
  }
  await page.keyboard.type("rotating the sec");
  await expectActiveOption(page, "Rotating the secret · Security");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/security#rotating-the-secret");
  await expect(page.getByRole("heading", { name: "Rotating the secret" })).toBeInViewport();
});

test("every link and picture between the pages leads somewhere, to the very heading", async ({ request }) => {
  const pages = new Map([["/docs", await open(request, "/docs")]]);
  const wanted = new Set<string>();
  for (const [path, { html }] of pages)
    for (const [, link = ""] of html.matchAll(/ (?:href|src)="((?:\/(?!_next\/)|#)[^"]*)"/g)) {
      const { pathname, hash } = new URL(link, `http://usher${path}`);
      wanted.add(pathname + hash);
      if (!pages.has(pathname)) pages.set(pathname, await open(request, pathname));
    }
  expect(pages.size).toBeGreaterThan(30);
  const dead = [...wanted].filter((link) => {
    const [path = "", id] = link.split("#");
    const page = pages.get(path);
    return page?.status !== 200 || (id && !page.html.includes(` id="${decodeURIComponent(id)}"`));
  });
  expect(dead).toEqual([]);
});

test("what is no page and no picture is 404, and nothing outside of the folder is to be had", async ({
  request,
}) => {
  for (const path of [
    "/docs/nothing",
    "/docs/README",
    "/docs/..%2FREADME",
    "/docs/%2E%2E%2FREADME",
    "/docs/files/screenshots/nothing.png",
    "/docs/files/webhooks.md",
    "/docs/files/..%2Fpackage.json",
    "/docs/files/screenshots/..%2F..%2Fpublic%2Fa.png",
    "/docs/files/screenshots/%2E%2E%2Fhome.png",
  ])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
  const picture = await request.get("/docs/files/screenshots/home.png");
  expect(picture.headers()["content-type"]).toBe("image/png");
  expect(picture.headers()["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

test("axe finds nothing on a page of the documentation, nor in its search", async ({ page }) => {
  await page.goto("/docs/clients");
  await expectCleanEverywhere(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("backlog");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectCleanInBothThemes(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the documentation is read and searched all the same", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto("/docs/webhooks");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".code-block .tok-keyword").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
    await page.locator("summary", { hasText: "Contents" }).click();
    await page.getByRole("link", { name: "Security", exact: true }).click();
    await expect(page).toHaveURL("/docs/security");
    await page.getByRole("link", { name: "Search the documentation" }).click();
    await page.getByLabel("Words to search for").fill("rotating");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /^Rotating the secret/ }).click();
    await expect(page).toHaveURL("/docs/security#rotating-the-secret");
  });
});

async function open(request: APIRequestContext, path: string): Promise<{ status: number; html: string }> {
  const response = await request.get(path);
  // What lies elsewhere has to be there; what it links to is its own business.
  const isPage = path.startsWith("/docs") && response.headers()["content-type"]?.startsWith("text/html");
  return { status: response.status(), html: isPage ? await response.text() : "" };
}
