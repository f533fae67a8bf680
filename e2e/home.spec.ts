import { expect, openMenu, test } from "./fixtures.ts";

test("the parts of each figure add up to it, and follow what happens", async ({
  memberPage: page,
  request,
  demo,
}) => {
  await page.goto("/");
  for (const name of ["Customers", "Current subscriptions", "Waitlist"]) {
    const card = page.getByRole("region", { name, exact: true });
    await expect(card).toBeVisible();
    const numbers = (await card.getByRole("definition").allInnerTexts()).map((text) =>
      Number(text.replaceAll(",", "")),
    );
    const total = Number((await card.getByRole("paragraph").innerText()).replaceAll(",", ""));
    expect(
      numbers.reduce((sum, part) => sum + part, 0),
      name,
    ).toBe(total);
  }
  const pending = page
    .getByRole("region", { name: "Waitlist" })
    .locator("div", { hasText: /^Pending/ })
    .getByRole("definition");
  const before = Number((await pending.innerText()).replaceAll(",", ""));
  const joined = await request.post("/v1/waitlist", {
    headers: { "x-app-id": demo.app_id },
    data: { email: `figures-${Date.now()}@example.com` },
  });
  expect(joined.status()).toBe(201);
  await page.reload();
  await expect(pending).toHaveText((before + 1).toLocaleString("en-US"));
});

test("a figure's parts lead to their lists", { tag: "@long" }, async ({ memberPage: page }) => {
  await page.goto("/");
  const subscriptions = page.getByRole("region", { name: "Current subscriptions" });
  await subscriptions.getByRole("link", { name: "Past due" }).click();
  await expect(page).toHaveURL(/subscriptions\?status=PAST_DUE/);
  await expect(page.getByRole("button", { name: "Past due", pressed: true })).toBeVisible();
});

test("what needs attention leads to the list of it", async ({ memberPage: page }) => {
  await page.goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const overdue = attention.getByRole("link", {
    name: /^\d+ overdue invoices?, \$[\d,]+\.\d\d(?: and [^ ]+| \+ \d+ currencies)?$/,
  });
  const count = Number.parseInt(await overdue.innerText(), 10);
  await overdue.click();
  const views = page.getByRole("group", { name: "Invoices and decisions" });
  await expect(views.getByRole("button", { pressed: true })).toHaveText(`Overdue${count}`);
  await expect(page.getByRole("table", { name: "Invoices" }).locator("tbody tr")).toHaveCount(count);
  await views.getByRole("button", { name: "Paid" }).click();
  await expect(page).toHaveURL(/status=PAID/);
});

test("the menu shows the page that is open, with a narrow scroll bar that always stands there", async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto("/settings/team");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Team" })).toBeInViewport({ ratio: 1 });
  await expect(menu).toHaveCSS("scrollbar-width", "thin");
});

test("applications are listed without their secrets, and the quick start is copied with this server's address", async ({
  memberPage: page,
  demo,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/applications");
  const rows = page.getByRole("table", { name: "Applications" }).getByRole("row");
  const own = rows.filter({ hasText: `…${demo.app_id.slice(-4)}` });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("Server");
  expect(await page.content()).not.toContain(demo.app_id);
  await page.getByRole("button", { name: "Copy: Check an entitlement" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${baseURL}/v1/billing/entitlements/`);
  expect(copied).toContain("x-app-id");
});

test("a text is copied where the browser has no clipboard for pages, or says so", { tag: "@long" }, async ({
  memberPage: page,
}) => {
  // A page that is not served over https has none.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  await page.goto("/applications");
  const copy = page.getByRole("button", { name: "Copy: Check an entitlement" });
  await copy.click();
  await expect(page.getByText("Copied")).toBeVisible();
  await expect(copy).toBeFocused();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await expect(page.getByText("Copied")).toHaveCount(0);
  await copy.click();
  await expect(page.getByText("Not copied: select it")).toBeVisible();
});

test("links of the API's documents answer", { tag: "@long" }, async ({ memberPage: page, request }) => {
  await page.goto("/api-reference");
  for (const name of ["OpenAPI document", "Signing keys"]) {
    const path = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

test("the theme is chosen once and kept, also over the system's", async ({ memberPage: page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Colour theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(ground).toBe("rgb(11, 12, 14)");
  await page.reload();
  expect(await ground()).toBe("rgb(11, 12, 14)");
});

test("a page is prefetched when the user points at its link, and not before", { tag: "@long" }, async ({
  memberPage: page,
}) => {
  const ahead: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc")) ahead.push(pathname);
  });
  await page.goto("/customers");
  await page.waitForLoadState("networkidle");
  expect(ahead).toEqual([]);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Invoices" }).hover();
  await expect.poll(() => ahead).toContain("/invoices");
});

test("on a narrow screen a menu that is opened while the page hydrates stays open; it opens and closes by keyboard, and nothing is cut off", async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click();
    });
    seen.observe(document, { subtree: true, attributeFilter: ["data-hydrated"] });
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await openMenu(page);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Account/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});
