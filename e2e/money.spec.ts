import { expect, test } from "./fixtures.ts";

// A second price for what is on sale already.
test.use({ expectedRefusals: ["/api/trpc/prices.create"] });

test("prices are typed in major units, shown back before they are stored, and refused where they cannot be read", {
  tag: "@long",
}, async ({ testPage: page }) => {
  const slug = `money-${Date.now().toString(36)}`;
  const window = page.getByRole("dialog");
  await page.goto("/catalog");
  await page.getByRole("button", { name: "New product", exact: true }).click();
  await window.getByLabel("Name").fill(slug);
  await window.getByLabel("Slug").fill(slug);
  await window.getByRole("button", { name: "Create product" }).click();
  await page.getByRole("button", { name: `New plan of ${slug}` }).click();
  await window.getByLabel("Name").fill("Solo");
  await window.getByLabel("Slug").fill("solo");
  await window.getByRole("button", { name: "Create plan" }).click();
  const prices = page.getByRole("region", { name: "Prices" });
  const amount = prices.getByLabel("Amount");
  await amount.fill("1,234");
  await expect(prices.getByText("= $1,234.00 a month")).toBeVisible();
  await prices.getByLabel("Currency").fill("JPY");
  await prices.getByLabel("Interval").selectOption("YEAR");
  // Decimals that were shown back for dollars are none of yen: nothing is rounded.
  await amount.fill("1,234");
  await expect(prices.getByText("= ¥1,234 a year")).toBeVisible();
  await amount.fill("49.50");
  await amount.blur();
  await expect(prices.getByText("Amounts in JPY have no decimals. Write a whole number.")).toBeVisible();
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toBeFocused();
  await prices.getByLabel("Currency").fill("usd");
  await prices.getByLabel("Interval").selectOption("MONTH");
  await amount.fill("-5");
  await amount.blur();
  await expect(prices.getByText("The amount cannot be below zero.")).toBeVisible();
  await expect(prices.getByRole("status")).toHaveText("");
  await amount.fill("$49,00");
  await expect(prices.getByText("= $49.00 a month")).toBeVisible();
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByRole("list")).toContainText("$49.00 a month");
  await expect(page.getByText("The price was added. It is on sale once you publish.")).toBeVisible();

  await prices.getByRole("button", { name: "Add a price" }).click();
  await amount.fill("59");
  await prices.getByLabel("Interval").selectOption("MONTH");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByRole("alert")).toContainText(
    "The price monthly in USD per month is taken. Archive that price first, then create the new one.",
  );
  await amount.fill("-5");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(prices.getByText("The amount cannot be below zero.")).toBeVisible();
  await expect(prices.getByRole("alert")).toBeEmpty();
  await prices.getByRole("button", { name: "Close" }).click();

  const features = page.getByRole("region", { name: "What it includes" });
  await features.getByRole("button", { name: "Add Tracked events" }).click();
  await features.getByLabel("Included events").fill("500");
  await features.getByLabel("Past the limit").selectOption("BILL");
  await features.getByText("Advanced").click();
  await features.getByLabel("How overage is priced in USD").selectOption("GRADUATED");
  await features.getByRole("button", { name: "Add a tier" }).click();
  await features.getByLabel("Tier 1 up to").fill("1000");
  await features.getByLabel("Tier 1 price").fill("0.02");
  await expect(features.getByText("= $0.02 each")).toBeVisible();
  await features.getByLabel("Tier 2 price").fill("cheap");
  await features.getByLabel("Maximum overage per period in USD").fill("50");
  await expect(features.getByText("= $50.00 a period")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(features.getByText("Tier 2, price: Write an amount in USD, such as 1234.50.")).toBeVisible();
  await features.getByLabel("Tier 2 price").fill("0.0125");
  await expect(features).toContainText(
    "500 a month, then $0.02 per event for the first 1,000, $0.0125 per event after that, at most $50 a month",
  );
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Saved as a draft. Nothing is published.")).toBeVisible();
  await page.reload();
  await features.getByRole("button", { name: "Tracked events", expanded: false }).click();
  await expect(features.getByLabel("Tier 1 price")).toHaveValue("0.02");
  await features.getByText("Advanced").click();
  await expect(features.getByLabel("Maximum overage per period in USD")).toHaveValue("50.00");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("an amount is written and read with a comma", async ({ testPage: page }) => {
    await page.goto("/catalog");
    await page.getByRole("link", { name: "Startup" }).first().click();
    await page.getByRole("button", { name: "Add a price" }).click();
    const window = page.getByRole("region", { name: "Prices" });
    await window.getByLabel("Amount").fill("1.234");
    await expect(window.getByText("= $1,234.00 a month")).toBeVisible();
    await window.getByLabel("Amount").fill("1.234,5");
    await expect(window.getByText("= $1,234.50 a month")).toBeVisible();
    await window.getByLabel("Amount").fill("1,234");
    await window.getByLabel("Amount").blur();
    await expect(window.getByText("Amounts in USD have at most 2 decimal places.")).toBeVisible();
  });
});
