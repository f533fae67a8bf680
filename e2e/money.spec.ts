import { expect, test } from "./fixtures.ts";

// A second price for what is on sale already.
test.use({ expectedRefusals: ["/api/trpc/prices.create"] });

test("prices are typed in major units, shown back before they are stored, and refused where they cannot be read", async ({
  testPage: page,
}) => {
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
  await page.getByRole("region", { name: slug }).getByRole("link", { name: "Solo" }).click();

  const prices = page.getByRole("table", { name: "Prices" });
  await page.getByRole("button", { name: "New price" }).click();
  const amount = window.getByLabel("Amount");
  await amount.fill("1,234");
  await expect(window.getByText("= $1,234.00 a month")).toBeVisible();
  await window.getByLabel("Currency").fill("JPY");
  await window.getByLabel("Interval").selectOption("YEAR");
  await expect(window.getByText("= ¥1,234 a year")).toBeVisible();
  await amount.fill("49.50");
  await amount.blur();
  await expect(window.getByText("Amounts in JPY have no decimals. Write a whole number.")).toBeVisible();
  await window.getByRole("button", { name: "Create price" }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toBeFocused();
  await window.getByLabel("Currency").fill("usd");
  await window.getByLabel("Interval").selectOption("MONTH");
  await amount.fill("-5");
  await amount.blur();
  await expect(window.getByText("The amount cannot be below zero.")).toBeVisible();
  await expect(window.getByRole("status")).toHaveText("");
  await amount.fill("$49,00");
  await expect(window.getByText("= $49.00 a month")).toBeVisible();
  await window.getByRole("button", { name: "Create price" }).click();
  await expect(prices).toContainText("$49.00");
  await expect(
    page.getByText("The price was created. The plan is on sale once a version of it is published."),
  ).toBeVisible();

  await page.getByRole("button", { name: "New price" }).click();
  await amount.fill("59");
  await window.getByRole("button", { name: "Create price" }).click();
  await expect(window.getByRole("alert")).toContainText(
    "The price monthly in USD per month is taken. Archive that price first, then create the new one. (K5006)",
  );
  await amount.fill("-5");
  await window.getByRole("button", { name: "Create price" }).click();
  await expect(window.getByText("The amount cannot be below zero.")).toBeVisible();
  await expect(window.getByRole("alert")).toBeEmpty();
  await window.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "New version" }).click();
  await page.getByRole("button", { name: "Add Tracked events" }).click();
  await window.getByLabel("Included events").fill("500");
  await window.getByLabel("Past the limit").selectOption("BILL");
  await window.getByLabel("How overage is priced in USD").selectOption("GRADUATED");
  await window.getByRole("button", { name: "Add a tier" }).click();
  await window.getByLabel("Tier 1 up to").fill("1000");
  await window.getByLabel("Tier 1 price").fill("0.02");
  await expect(window.getByText("= $0.02 each")).toBeVisible();
  await window.getByLabel("Tier 2 price").fill("cheap");
  await window.getByLabel("Maximum overage per period in USD").fill("50");
  await expect(window.getByText("= $50.00 a period")).toBeVisible();
  await window.getByRole("button", { name: "Add", exact: true }).click();
  await expect(window.getByText("Tier 2, price: Write an amount in USD, such as 1234.50.")).toBeVisible();
  await window.getByLabel("Tier 2 price").fill("0.0125");
  await window.getByRole("button", { name: "Add", exact: true }).click();
  const grants = page.getByRole("region", { name: "Entitlements" });
  await expect(grants).toContainText("graduated tiers: up to 1,000 $0.02 each; beyond $0.0125 each");
  await expect(grants).toContainText("at most $50.00 a period");
  await page.getByRole("button", { name: "Edit Tracked events" }).click();
  await expect(window.getByLabel("Tier 1 price")).toHaveValue("0.02");
  await expect(window.getByLabel("Maximum overage per period in USD")).toHaveValue("50.00");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("an amount is written and read with a comma", async ({ testPage: page }) => {
    await page.goto("/catalog");
    await page.getByRole("link", { name: "Startup" }).first().click();
    await page.getByRole("button", { name: "New price" }).click();
    const window = page.getByRole("dialog");
    await window.getByLabel("Amount").fill("1.234");
    await expect(window.getByText("= $1,234.00 a month")).toBeVisible();
    await window.getByLabel("Amount").fill("1.234,5");
    await expect(window.getByText("= $1,234.50 a month")).toBeVisible();
    await window.getByLabel("Amount").fill("1,234");
    await window.getByLabel("Amount").blur();
    await expect(window.getByText("Amounts in USD have at most 2 decimal places.")).toBeVisible();
  });
});
