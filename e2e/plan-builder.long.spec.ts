import type { Page } from "@playwright/test";
import { expectClean } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** Counts what a person has to open and send: dialogs, and presses of a form's own button. */
async function counted(page: Page) {
  await page.addInitScript(() => {
    const counts = { dialogs: 0, submits: 0 };
    Object.assign(window, { counts });
    document.addEventListener("submit", () => counts.submits++, true);
    document.addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.closest("[aria-haspopup=dialog]")) counts.dialogs++;
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { counts: unknown }).counts);
}

test("a plan with two prices and three features is made on one page, without a dialog", async ({
  testPage: page,
}) => {
  const slug = `builder-${Date.now().toString(36)}`;
  const window = page.getByRole("dialog");
  await page.goto("/catalog");
  await page.getByRole("button", { name: "New product", exact: true }).click();
  await window.getByLabel("Name").fill(slug);
  await window.getByRole("button", { name: "Create product" }).click();
  await page.getByRole("button", { name: `New plan of ${slug}` }).click();
  await window.getByLabel("Name").fill("Team");
  await window.getByRole("button", { name: "Create plan" }).click();
  // The builder opens by itself, and counts from its first load.
  await page.waitForURL("**/catalog/plans/**");
  const counts = await counted(page);
  await page.reload();

  const prices = page.getByRole("region", { name: "Prices" });
  await prices.getByLabel("Amount").fill("49");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByRole("list")).toContainText("$49.00 a month");
  await prices.getByRole("button", { name: "Add a price" }).click();
  await expect(prices.getByLabel("Interval")).toHaveValue("YEAR");
  await prices.getByLabel("Amount").fill("490");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByRole("list")).toContainText("$490.00 a year");

  const features = page.getByRole("region", { name: "What it includes" });
  const rows = features.getByRole("listitem");
  async function add(name: string, kind: string) {
    await features.getByRole("button", { name: "New feature", exact: true }).click();
    await features.getByLabel("Name").fill(`${name} ${slug}`);
    await features.getByLabel("Kind", { exact: true }).selectOption(kind);
    await features.getByRole("button", { name: "Add feature" }).click();
    return rows.filter({ hasText: `${name} ${slug}` });
  }
  const calls = await add("Calls", "METERED");
  await calls.getByLabel("Included units").fill("10000");
  await calls.getByLabel("Past the limit").selectOption("BILL");
  await expect(calls).toContainText("Say what use past the limit costs.");
  const bar = page.getByRole("region", { name: "Publish", exact: true });
  await expect(bar).toContainText("Something is missing");
  await expect(bar.getByRole("button", { name: "Publish plan" })).toBeDisabled();
  await calls.getByLabel("Overage price in USD").fill("0.01");
  await expect(calls).toContainText("= $0.01 each; 1,000 cost $10; 10,000 cost $100");
  await calls.getByLabel("Price per").fill("1000");
  await expect(calls).toContainText("= $0.01 per 1,000; 1 costs $0.01; 10,000 cost $0.10");
  await calls.getByLabel("Price per").fill("1");
  await expect(calls).toContainText("10,000 a month, then $0.01 each");
  const seats = await add("Seats", "ALLOCATED");
  await seats.getByLabel("Included units").fill("5");
  await expect(seats).toContainText("5 included");
  await add("Single sign-on", "BOOLEAN");

  const card = page.getByRole("region", { name: "On your price list" });
  await expect(card).toContainText(`Calls ${slug}: 10,000 a month`);
  await expect(card).toContainText(`Single sign-on ${slug}`);
  await expect(card.getByText("$49", { exact: true })).toBeVisible();
  await card.getByText("Yearly").click();
  await expect(card.getByText("$490", { exact: true })).toBeVisible();

  const calculator = page.getByRole("region", { name: "Calculator" });
  await expect(calculator).toContainText("The plan by itself costs $49.00 a month.");
  await calculator.getByLabel(`Calls ${slug} in a period`).fill("12,000");
  await expect(calculator).toContainText(`12,000 Calls ${slug} cost $69.00 a month.`);
  await calculator.getByLabel(`Seats ${slug} held`).fill("7");
  await expect(calculator).toContainText("2 of them are refused. The plan allows 5.");
  await calculator.getByLabel("At the price").selectOption({ label: "$490.00 a year" });
  await expect(calculator).toContainText("cost $490.00 a year and $20.00 a month.");

  const review = page.getByRole("region", { name: "Unpublished changes" });
  await expect(review.getByRole("list", { name: "Changes" }).getByRole("listitem")).toHaveCount(3);
  await expect(review).toContainText("5 included");
  await expect(review).toContainText("Nobody subscribes to this plan yet.");
  await expectClean(page);
  await bar.getByRole("button", { name: "Publish plan" }).click();
  await expect(bar).toContainText("Version 1 is on sale. Nothing to publish.");
  await expect(review).toHaveCount(0);
  // Two prices and three new features; then a press of "Publish plan".
  expect(await counts()).toEqual({ dialogs: 0, submits: 5 });

  await page.getByText("More about the price list").click();
  await page.getByLabel("Recommended on the price list").click();
  await page.getByLabel("Sold by contact, at").fill("mailto:sales@example.com");
  await page.getByRole("button", { name: "Save name and description" }).click();
  await expect(card).toContainText("Recommended");
  await expect(card).toContainText("Contact sales");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(card).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await bar.getByRole("button", { name: "Preview" }).click();
  await expect(card).toBeInViewport();
  await features.getByRole("button", { name: `Remove Seats ${slug}` }).click();
  await expect(review).toContainText("(removed)");
  await expect(bar).toContainText("1 unpublished change, not saved");
  // One row: what is rarer is in a menu.
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("menuitem", { name: "Save draft" }).click();
  await expect(bar).toContainText("1 unpublished change, saved as a draft");
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("menuitem", { name: "Discard changes" }).click();
  await bar.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(bar).toContainText("Version 1 is on sale. Nothing to publish.");
  await expect(features).toContainText(`Seats ${slug}`);
});

test("plans are put in another order by their buttons, with the keyboard, too", async ({
  testPage: page,
}) => {
  await page.goto("/catalog");
  const harbor = page.getByRole("region", { name: "Harbor" });
  const plans = harbor.getByRole("link");
  await expect(plans).toHaveText(["Crew", "Fleet", "Armada"]);
  const down = harbor.getByRole("button", { name: "Move Crew down" });
  await down.press("Enter");
  await expect(plans).toHaveText(["Fleet", "Crew", "Armada"]);
  await expect(page.getByRole("region", { name: "News" })).toContainText("Crew is number 2.");
  await expect(down).toBeFocused();
  await expectClean(page);
  await harbor.getByRole("button", { name: "Move Crew up" }).click();
  await expect(plans).toHaveText(["Crew", "Fleet", "Armada"]);
});

test("names are translated in the builder, and a buyer reads them in their language", async ({
  testPage: page,
  browser,
  baseURL,
}) => {
  const slug = `words-${Date.now().toString(36)}`;
  const window = page.getByRole("dialog");
  await page.goto("/catalog");
  await page.getByRole("button", { name: "New product", exact: true }).click();
  await window.getByLabel("Name").fill(slug);
  await window.getByRole("button", { name: "Create product" }).click();
  await page.getByRole("button", { name: `New plan of ${slug}` }).click();
  await window.getByLabel("Name").fill("Team");
  await window.getByRole("button", { name: "Create plan" }).click();
  const prices = page.getByRole("region", { name: "Prices" });
  await prices.getByLabel("Amount").fill("49");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByRole("list")).toContainText("$49.00 a month");
  const details = page.getByRole("region", { name: "Name and description" });
  await details.getByText("Translations", { exact: true }).click();
  await details.getByLabel("Add a language").selectOption("German");
  await details.getByLabel("Name in German").fill("?".repeat(101));
  await details.getByRole("button", { name: "Save name and description" }).click();
  await expect(details.getByText("German, name: Write at most 100 characters.")).toBeVisible();
  await expect(details.getByLabel("Name in German")).toBeFocused();
  await details.getByLabel("Name in German").fill("Gruppe");
  await expectClean(page);
  await details.getByRole("button", { name: "Save name and description" }).click();
  await expect(page.getByText("The plan was changed.")).toBeVisible();
  await page.getByRole("button", { name: "Publish plan" }).click();
  const priceList = await page.getByRole("link", { name: /^your price list/ }).getAttribute("href");

  const german = await browser.newContext({ ...(baseURL && { baseURL }), locale: "de-AT" });
  const buyer = await german.newPage();
  await buyer.goto(`${priceList}?product=${slug}`);
  await buyer.getByRole("button", { name: /Gruppe/ }).click();
  await expect(buyer.getByText(`${slug} Gruppe`)).toBeVisible();
  await buyer.goto(`${priceList}?product=${slug}&lang=fr`);
  await expect(buyer.getByRole("button", { name: /Team/ })).toBeVisible();
  await german.close();
});
