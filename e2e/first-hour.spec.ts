// @module-tag ci
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { type Product, startProduct } from "../server/testing/product.ts";
import { expectCleanEverywhere } from "./axe.ts";
import { chooseAction, expect, test } from "./fixtures.ts";

// From an empty installation to a customer who has paid, changed and canceled, and a catalog in Live: as somebody does it who
// has never seen Usher. Dialogs that opened and submits that were refused are counted, because each of them costs that person.

const dataDir = mkdtempSync(join(tmpdir(), "usher-hour-"));
let usher: Product;

test.beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  usher = await startProduct({ USHER_DATA_DIR: dataDir, USHER_DEMO: "false" });
});

test.afterAll(async () => {
  await usher?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Counts {
  dialogs: number;
  failedSubmits: number;
}

/**
 * Counts in every page of a browser: windows that opened, and forms that were sent and came back with a field marked or a
 * refusal, be it the browser's, the page's or the server's.
 */
async function counting(context: BrowserContext): Promise<Counts> {
  const counts: Counts = { dialogs: 0, failedSubmits: 0 };
  await context.exposeFunction("countForTest", (what: keyof Counts) => {
    counts[what] += 1;
  });
  await context.addInitScript(() => {
    const tell = (what: string): void => Reflect.get(window, "countForTest")(what);
    const seen = new WeakSet<Element>();
    let sent: HTMLFormElement | null = null;
    let isRefusedByBrowser = false;
    document.addEventListener(
      "submit",
      ({ target }) => {
        if (target instanceof HTMLFormElement) sent = target;
      },
      true,
    );
    document.addEventListener(
      "invalid",
      () => {
        // One event for each field of the form.
        if (!isRefusedByBrowser) setTimeout(() => (isRefusedByBrowser = false));
        if (!isRefusedByBrowser) tell("failedSubmits");
        isRefusedByBrowser = true;
      },
      true,
    );
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll("[role=dialog]")) {
        if (!seen.has(dialog)) tell("dialogs");
        seen.add(dialog);
      }
      if (sent?.querySelector("[aria-invalid=true], [role=alert]:not(:empty)")) {
        tell("failedSubmits");
        sent = null;
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-invalid"],
    });
  });
  return counts;
}

test("a newcomer's first hour needs five dialogs, and no form is refused", async ({ page, context }) => {
  // An hour's work, and each page of it is examined.
  test.setTimeout(300_000);
  const began = Date.now();
  const counts = await counting(context);
  const window = page.getByRole("dialog");
  const steps = page.getByRole("region", { name: "From here to your first customer" });
  const menu = page.getByRole("navigation", { name: "Main" });

  await test.step("I become the owner", async () => {
    const token = readFileSync(join(dataDir, "setup-token"), "utf8").trim();
    await page.goto(`${usher.baseUrl}/setup?token=${token}`);
    await page.getByLabel("Company").fill("Contoso");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail address").fill("ada@contoso.example");
    await page.getByLabel("Password", { exact: true }).fill("a long sentence nobody types");
    await page.getByRole("button", { name: "Begin" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Contoso" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Test mode" })).toBeVisible();
    await expect(steps).toContainText("0 of 6 done");
    await expect(page.getByRole("region", { name: "Figures" })).toContainText("No customers yet");
    // The first step is named once, and leads alone.
    await expect(page.getByText("Put something on sale")).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Figures" }).getByRole("link")).toHaveCount(0);
    await expectCleanEverywhere(page);
  });

  await test.step("I put a template on sale", async () => {
    await steps.getByRole("link", { name: "Choose a template" }).click();
    const seats = page.getByRole("region", { name: "SaaS with seats" });
    await expect(seats).toContainText("$49 a month or $490 a year");
    await expect(seats).toContainText(
      "Seats: 5 included; customers can buy more for $9 per seat a month or $90 per seat a year",
    );
    await expectCleanEverywhere(page);
    await seats.getByRole("button", { name: "Use this template: SaaS with seats" }).click();
    await window.getByLabel("What is your product called?").fill("Borealis");
    await expect(window.getByLabel("Slug")).toHaveValue("borealis");
    await window.getByRole("button", { name: "Create catalog" }).click();
    const plans = page.getByRole("region", { name: "Borealis" }).getByRole("link");
    await expect(plans).toHaveText(["Starter", "Team", "Business"]);
  });

  await test.step("I make a plan of my own, with two prices and three features", async () => {
    await page.getByRole("button", { name: "New plan of Borealis" }).click();
    await window.getByLabel("Name").fill("Studio");
    await window.getByRole("button", { name: "Create plan" }).click();
    const prices = page.getByRole("region", { name: "Prices" });
    await prices.getByLabel("Amount").fill("79");
    await prices.getByRole("button", { name: "Add price" }).click();
    await prices.getByRole("button", { name: "Add a price" }).click();
    await prices.getByLabel("Amount").fill("790");
    await prices.getByRole("button", { name: "Add price" }).click();
    await expect(prices.getByRole("list")).toContainText("$790.00 a year");
    const features = page.getByRole("region", { name: "What it includes" });
    const feature = async (name: string, kind: string) => {
      await features.getByRole("button", { name: "New feature", exact: true }).click();
      await features.getByLabel("Name").fill(name);
      await features.getByLabel("Kind", { exact: true }).selectOption(kind);
      await features.getByRole("button", { name: "Add feature" }).click();
      const row = features.getByRole("listitem").filter({ hasText: name });
      await expect(row).toBeVisible();
      return row;
    };
    await (await feature("Renderings", "METERED")).getByLabel("Included units").fill("1,000");
    await (await feature("Boards", "ALLOCATED")).getByLabel("Included units").fill("20");
    await feature("White label", "BOOLEAN");
    const card = page.getByRole("region", { name: "On your price list" });
    await expect(card).toContainText("Renderings: 1,000 a month");
    await page.getByRole("button", { name: "Publish plan" }).click();
    await expect(page.getByText("Version 1 is on sale. Nothing to publish.")).toBeVisible();
  });

  await test.step("I make a key for my back end", async () => {
    await menu.getByRole("link", { name: "Applications" }).click();
    await page.getByRole("main").getByRole("button", { name: "New application" }).click();
    await window.getByLabel("Name").fill("Back end");
    await window.getByRole("button", { name: "Create application" }).click();
    await window.getByRole("button", { name: "I have saved it" }).click();
    await menu.getByRole("link", { name: "Home" }).click();
    await expect(steps).toContainText("2 of 6 done");
  });

  await test.step("I buy it myself: one card is declined, another bank asks me", async () => {
    // In the tab that the first steps open, beside the dashboard, which looks again by itself.
    const opened = context.waitForEvent("page");
    await steps.getByRole("link", { name: /^Open the price list/ }).click();
    const shop = await opened;
    // Four plans stand side by side, where there is room for them.
    await expect(shop.getByRole("article")).toHaveCount(4);
    const places = await shop
      .getByRole("article")
      .evaluateAll((plans) => plans.map((plan) => plan.getBoundingClientRect().top));
    expect(new Set(places).size).toBe(1);
    await shop.getByRole("button", { name: "Choose Studio" }).first().click();
    await shop.getByLabel("E-mail address").fill("grace@customers.example");
    await shop.getByRole("button", { name: "Continue to payment" }).click();
    await shop.getByLabel("Expiry").fill("12 / 34");
    await shop.getByLabel("CVC").fill("123");
    await shop.getByLabel("Card number").fill("4000000000000002");
    await shop.getByRole("button", { name: "Subscribe" }).click();
    await expect(shop.getByText("card was declined")).toBeVisible();
    await shop.getByLabel("Card number").fill("4000002500003155");
    await shop.getByLabel("Expiry").fill("12 / 34");
    await shop.getByLabel("CVC").fill("123");
    await shop.getByRole("button", { name: "Subscribe" }).click();
    await shop.getByRole("button", { name: "Complete authentication" }).click();
    await expect(shop.getByRole("heading", { name: "your checkout is complete" })).toBeVisible();
    await expect(shop.getByText("Your subscription to Borealis Studio is active.")).toBeVisible();
    await expect(shop.getByText("Visa ending in 3155")).toBeVisible();
    await shop.close();
    await expect(steps).toContainText("Buy it yourself, with a test card: done");
  });

  await test.step("I find the invoice, and who paid it", async () => {
    await menu.getByRole("link", { name: "Invoices" }).click();
    const invoice = page.getByRole("row").filter({ hasText: "grace@customers.example" });
    await expect(invoice).toContainText("$79.00");
    await expect(invoice).toContainText("Paid");
    await menu.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("link", { name: /grace@customers\.example/ }).click();
    await expect(page.getByRole("region", { name: "Cards" })).toContainText("Visa ending in 3155");
  });

  await test.step("I change what they have, and cancel it", async () => {
    await menu.getByRole("link", { name: "Subscriptions" }).click();
    await page.getByRole("link", { name: /grace@customers\.example/ }).click();
    await page.getByRole("button", { name: "Change plan" }).click();
    const business = await window.getByRole("option", { name: /Business.*month/ }).innerText();
    await window.getByLabel("New price").selectOption({ label: business });
    await window.getByRole("button", { name: "Preview" }).click();
    await window.getByRole("button", { name: /^Change and charge \$/ }).click();
    await expect(window).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Business");
    await chooseAction(page, "Cancel subscription");
    await window.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(window).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  });

  await test.step("I take the catalog to Live", async () => {
    await menu.getByRole("link", { name: "Home" }).click();
    await steps.getByRole("button", { name: "Compare and copy" }).click();
    await expect(page.getByRole("heading", { name: "Copy the catalog from Test to Live" })).toBeVisible();
    const borealis = page.getByRole("region", { name: "Borealis" });
    await expect(borealis).toContainText("What Studio includes");
    await expect(borealis).toContainText(
      "Seats: 5 included; customers can buy more for $9 per seat a month or $90 per seat a year",
    );
    await expectCleanEverywhere(page);
    await page.getByRole("button", { name: "Copy to Live" }).click();
    await expect(page.getByText("Live is up to date")).toBeVisible();
    await page.getByRole("link", { name: "Open the catalog" }).click();
    await expect(page.getByRole("region", { name: "Borealis" })).toContainText("$79.00 / month");
    await menu.getByRole("link", { name: "Home" }).click();
    await expect(steps).toContainText("Copy the catalog to Live: done");
    await menu.getByRole("link", { name: "Revenue" }).click();
    const figures = page.getByRole("region", { name: "Figures" });
    await expect(figures).toContainText("No revenue in this range");
    await expect(figures.getByRole("link", { name: "Open your price list" })).toBeVisible();
    await expectCleanEverywhere(page);
    await menu.getByRole("link", { name: "Payments" }).click();
    const account = page.getByRole("region", { name: "Account" });
    await expect(account).toContainText("No card can be charged yet");
    await expect(account.getByRole("button", { name: "Connect Stripe" })).toBeVisible();
    await expectCleanEverywhere(page);
    await menu.getByRole("link", { name: "Home" }).click();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await expect(attention.getByRole("link", { name: /^Stripe is not connected/ })).toBeVisible();
    await expect(attention.getByRole("link", { name: "Invoices do not say how to pay" })).toBeVisible();
    await page.goto(`${usher.baseUrl}/subscriptions/new`);
    await expect(page.getByRole("radio", { name: /^By transfer/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: /^By card Stripe is not connected/ })).toBeDisabled();
    await expect(page.getByRole("note").filter({ hasText: "do not say how to pay" })).toBeVisible();
    await expectCleanEverywhere(page);
  });

  await test.step("I look whether the card provider is heard", async () => {
    await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Test" }).click();
    await expect(page.getByRole("region", { name: "Test mode" })).toBeVisible();
    await page.goto(`${usher.baseUrl}/settings/provider`);
    const callbacks = page.getByRole("region", { name: "Webhooks from the sandbox" });
    await expect(callbacks).toContainText("Healthy");
    const check = page.getByRole("region", { name: "Check" });
    await check.getByRole("button", { name: "Check the connection" }).click();
    await expect(page.getByRole("region", { name: "News" })).toContainText("Nothing needs to be put right.");
    const line = check.getByRole("listitem").filter({ hasText: "Webhooks" });
    await expect(line).toContainText("its signature is right");
    await expectCleanEverywhere(page);
  });

  const seconds = Math.round((Date.now() - began) / 1000);
  const report = `The first hour: ${counts.dialogs} dialogs, ${counts.failedSubmits} failed submits, ${seconds} seconds.`;
  await test.info().attach("counts", { body: report, contentType: "text/plain" });
  process.stdout.write(`${report}\n`);
  // A template, a plan, a key, a change, a cancellation.
  expect(counts).toEqual({ dialogs: 5, failedSubmits: 0 });
});
