import { expectClean } from "./axe.ts";
import { chooseAction, expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";
import { fillSubscription, sendSubscription } from "./start-subscription.ts";

// The page on which a subscription starts: what it says before it charges, and what it does with a refusal.

const unique = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test.describe("a card that does not pay", () => {
  test.use({ expectedRefusals: ["/api/trpc/subscriptions.create"] });

  test("is told at the cards, and another way is taken with nothing typed again", async ({
    testPage: page,
  }) => {
    await fillSubscription(page, { customer: unique("ada"), plan: /^Fleet/ });
    const form = page.getByRole("main").locator("form");
    const start = form.getByRole("button", { name: /^Start and charge \$129\.00/ });
    await form.getByLabel("More seats, in packs of 5").fill("2");
    await expect(form.getByText("35 in all")).toBeVisible();
    await start.click();
    const cards = form.getByRole("radiogroup", { name: "Card" });
    await expect(cards).toContainText("Choose a card");
    await expect(cards).toBeFocused();
    await expectClean(page);
    await keepPicture(page, "new-subscription-without-card");
    await form.getByRole("radio", { name: "Test card that is declined" }).check();
    await start.click();
    await expect(cards).toContainText("The card was declined");
    await expect(cards).toBeFocused();
    await form.getByRole("radio", { name: "Test card that needs 3-D Secure" }).check();
    await start.click();
    await expect(cards).toContainText("confirm this payment, which only they can do");
    await expectClean(page);
    await keepPicture(page, "new-subscription-refused");
    await form.getByRole("radio", { name: "By card, on a checkout page" }).check();
    await form.getByRole("button", { name: "Create checkout link" }).click();
    const link = page.getByRole("region", { name: "Checkout link" });
    await expect(link).toContainText("/c/pay/cs_test_");
    await expectClean(page);
    await keepPicture(page, "new-subscription-link");
  });
});

test("no row moves while the server says whether a card is needed", async ({ testPage: page }) => {
  let isHeld = false;
  let release = () => {};
  await page.route("**/api/trpc/**subscriptions.previewStart**", async (route) => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  // The first plan is free: no card is needed.
  await page.goto("/subscriptions/new");
  const form = page.getByRole("main").locator("form");
  const none = form.getByRole("radio", { name: "No card now" });
  await expect(none).toBeVisible();
  isHeld = true;
  await form.getByRole("radio", { name: /^Fleet/ }).check();
  const row = form.getByRole("radio", { name: "Test card that works" });
  const place = async () => (await row.boundingBox())?.y;
  await expect(form.getByLabel("More seats, in packs of 5")).toBeVisible();
  const before = await place();
  isHeld = false;
  await expect(async () => {
    release();
    await expect(none).toHaveCount(0, { timeout: 500 });
  }).toPass();
  expect(await place()).toBe(before);
});

test("what is typed outlives a reload, leaving asks, and a trial starts with the keyboard alone", async ({
  testPage: page,
}) => {
  const customer = unique("grace");
  await page.goto("/subscriptions/new");
  const search = page.getByRole("combobox", { name: "Find by name" });
  await expect(search).toBeFocused();
  await page.keyboard.type(`${customer}@example.com`);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    `New customer “${customer}@example.com”`,
  ]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Name/ })).toBeFocused();
  await page.keyboard.type("Grace");
  await page.getByRole("radio", { name: /^Startup/ }).focus();
  await page.keyboard.press("Space");
  await page.reload();
  await expect(page.getByText("What you had typed is here again.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(`${customer}@example.com`);
  await page.getByRole("navigation").getByRole("link", { name: "Usage" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const start = page.getByRole("button", { name: "Start trial" });
  await expect(start).toBeEnabled();
  await start.press("Enter");
  await page.waitForURL(/subscriptions\/sub_/);
  // A second one of the product would be refused: the page leads to the one there is.
  await page.getByRole("main").getByRole("link", { name: "Grace" }).first().click();
  await page.waitForURL(/customers\/cus_/);
  await chooseAction(page, "New subscription");
  await page.waitForURL(/\/new\?customer=cus_/);
  await expect(page.getByRole("region", { name: "Customer" })).toContainText("Beacon Startup");
  await expect(page.getByText("a second one would be refused")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open Beacon Startup" })).toBeVisible();
  await expectClean(page);
});

for (const width of [1440, 390])
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme });
      const picture = (name: string) => `new-subscription-${name}-${width}-${colorScheme}`;

      test("a customer of the live tenant pays with a saved card or by transfer", async ({
        memberPage: page,
      }) => {
        await page.goto("/subscriptions/new");
        await expect(page.getByRole("button", { name: "Start trial" })).toBeEnabled();
        await page.getByRole("combobox", { name: "Find by name" }).fill("globex");
        await expect(page.getByRole("option", { name: /Globex/ })).toBeVisible();
        await expectClean(page);
        await keepPicture(page, picture("search"));
        await page
          .getByRole("option", { name: /Globex/ })
          .first()
          .click();
        await page.getByRole("radio", { name: /^Fleet/ }).check();
        await expect(page.getByRole("radio", { name: /•••• \d{4}/ }).first()).toBeChecked();
        await expect(page.getByRole("button", { name: /^Start and charge/ })).toBeEnabled();
        await expectClean(page);
        await keepPicture(page, picture("saved"));
        await page.getByRole("radio", { name: "Yearly" }).check();
        await page.getByRole("radio", { name: "By transfer" }).check();
        await page.getByLabel("Days to pay").fill("10");
        await expect(page.getByText(/^On an invoice, to be paid by/)).toBeVisible();
        await expect(page.getByRole("button", { name: /^Start and issue an invoice for/ })).toBeEnabled();
        await expectClean(page);
        await keepPicture(page, picture("transfer"));
      });
    });

test("who has no card saved is sent a checkout page, unless another way is chosen", async ({
  memberPage: page,
}) => {
  await page.goto("/subscriptions/new");
  const checkout = page.getByRole("radio", { name: "By card, on a checkout page" });
  await page.getByRole("button", { name: "New customer" }).click();
  await page.getByRole("radio", { name: /^Fleet/ }).check();
  await expect(checkout).toBeChecked();
  await page.getByRole("radio", { name: "By transfer" }).check();
  await page.getByRole("radio", { name: /^Armada/ }).check();
  await expect(page.getByRole("button", { name: "Start and issue an invoice for $399.00" })).toBeEnabled();
  await page.getByRole("button", { name: "Choose an existing one" }).click();
  await page.getByRole("combobox", { name: "Find by name" }).fill("globex");
  await page
    .getByRole("option", { name: /Globex/ })
    .first()
    .click();
  await expect(page.getByRole("radio", { name: "By transfer" })).toBeChecked();
});

test("a start by test card opens the subscription", async ({ testPage: page }) => {
  await fillSubscription(page, { customer: unique("alan"), plan: /^Fleet/, pay: "Test card that works" });
  await sendSubscription(page, "Start and charge $99.00");
  await expect(page.getByRole("main").locator("header")).toContainText("Active");
});
