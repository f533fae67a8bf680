import type { Locator, Page } from "@playwright/test";
import { expect, openMenu, test } from "./fixtures.ts";

// Every list on a phone: its rows are cards, nothing of them is cut off, and what can be done with one is within reach.

const LISTS = [
  ...["/customers", "/subscriptions", "/invoices", "/usage", "/features", "/waitlist", "/applications"],
  ...["/webhook-endpoints", "/events", "/audit", "/mailbox", "/settings/team", "/catalog/migrations"],
  ...["/invitations", "/invitations?tab=codes", "/invitations?tab=tokens", "/invoices?tab=decisions"],
];

/** What of a table reaches past the screen, or past the cell that it stands in without saying so. */
function cutIn(table: Locator): Promise<string[]> {
  return table.evaluate((root) => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const cells = [...root.querySelectorAll("th, td")].filter(isShown);
    const out = [root, ...cells].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < 0 || right > window.innerWidth + 0.5;
    });
    // Long names and addresses end in an ellipsis, and their page has them whole.
    const over = cells.filter(
      (cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.querySelector(".truncate") === null,
    );
    return [...out, ...over].map((element) => `${element.tagName}: ${element.textContent}`);
  });
}

/** What can be pressed in a row. */
const controlsOf = (row: Locator) => row.locator("a:visible, button:visible");

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-skeleton], [aria-label='Loading']")).toHaveCount(0);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  // Some tests open every list there is.
  test.describe.configure({ timeout: 240_000 });

  test("the rows of every list are cards that fit, with their actions within reach", async ({
    memberPage: page,
  }) => {
    for (const path of LISTS) {
      await page.goto(path);
      await settle(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, over]).toEqual([path, 0]);
      for (const table of await page.locator("table").all()) {
        expect([path, await cutIn(table)]).toEqual([path, []]);
        const row = table.locator("tbody tr").first();
        if ((await row.count()) === 0) continue;
        await expect(row, path).toHaveCSS("display", "flex");
        for (const control of await controlsOf(row).all()) {
          await control.scrollIntoViewIfNeeded();
          const name = (await control.getAttribute("aria-label")) ?? (await control.innerText());
          const isReached = await control.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit !== null && (element.contains(hit) || hit.contains(element));
          });
          expect([path, name, isReached]).toEqual([path, name, true]);
        }
      }
    }
  });

  test("a list is sorted from its cards, which are two lines high", async ({ memberPage: page }) => {
    for (const path of ["/subscriptions", "/usage", "/invoices?status=PAID", "/customers"]) {
      await page.goto(path);
      await settle(page);
      const row = page.getByRole("row").nth(1);
      // Two lines of 20 px, the space between them and around them.
      expect([path, ((await row.boundingBox())?.height ?? 0) <= 76]).toEqual([path, true]);
    }
    await page.getByRole("button", { name: "Your id" }).click();
    await expect(page).toHaveURL(/sort=external_id/);
  });

  test("a chart is drawn, as wide as the screen has room", async ({ memberPage: page }) => {
    await page.goto("/usage");
    await page.getByRole("button", { name: /^Show the numbers of/ }).scrollIntoViewIfNeeded();
    const chart = page.getByRole("application", { name: /: a chart\./ });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.width).toBeGreaterThan(280);
  });

  test("the tab and the page that are open are in view in the strip and in the menu that they stand in", async ({
    memberPage: page,
  }) => {
    await page.goto("/customers?status=ACTIVE");
    const href = await page.getByRole("table").getByRole("link").first().getAttribute("href");
    await page.goto(`${href}?tab=notes`);
    // The strip cuts off the line of a pixel under each tab.
    await expect(page.getByRole("tab", { name: "Notes", selected: true })).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => window.scrollX)).toBe(0);
    await page.goto("/settings/team");
    await openMenu(page);
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByRole("link", { name: "Team" })).toBeInViewport({ ratio: 1 });
  });

  test("what scrolls sideways shows that there is more", async ({ memberPage: page }) => {
    await page.goto("/customers?status=ACTIVE");
    await page.getByRole("table").getByRole("link").first().click();
    const tabs = page.getByRole("tablist");
    await expect(tabs).toBeVisible();
    const isWider = await tabs.evaluate((list) => list.scrollWidth > list.clientWidth);
    expect(isWider).toBe(true);
    await expect(tabs).toHaveCSS("background-image", /linear-gradient/);
  });
});

test("a page's text is in our own font, fetched ahead, cached for a year and named by its version", async ({
  memberPage: page,
}) => {
  const response = await page.goto("/customers");
  await settle(page);
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
  });
  expect(loaded.join()).toContain("Inter");
  const [, header] = /<(\/fonts\/[^>]+)>; rel=preload/.exec(response?.headers().link ?? "") ?? [];
  const ahead =
    header ?? (await page.locator("link[rel=preload][as=font]").first().getAttribute("href")) ?? "";
  const font = await page.request.get(ahead);
  expect(font.status()).toBe(200);
  expect(font.headers()).toMatchObject({
    "content-type": "font/woff2",
    "cache-control": "public, max-age=31536000",
  });
  // A frame in another page loads none: it is in the system's font.
  const framed = await page.request.get("/embed/pricing");
  expect(framed.headers().link ?? "").not.toContain("/fonts/");
});

test("the numbers of a chart are read out by the arrow keys", async ({ memberPage: page }) => {
  await page.goto("/");
  await page.getByRole("region", { name: "Paying subscriptions" }).scrollIntoViewIfNeeded();
  const chart = page.getByRole("application", { name: /^Paying subscriptions/ });
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Paying subscriptions" }).getByRole("status")).toContainText(
    /Paying\s*\d+/,
  );
});
