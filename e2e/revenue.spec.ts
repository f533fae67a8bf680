// @module-tag ci
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expectClean } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";

test("revenue is shown with its movements and cohorts, and exported by month", async ({
  memberPage: page,
}) => {
  await page.goto("/revenue");
  const mrr = page.getByRole("region", { name: "Monthly recurring revenue" });
  await expect(mrr).toContainText(/[1-9][\d,]* customers? with a paid subscription/);
  await page.getByRole("button", { name: "Show the numbers of Movements of recurring revenue" }).click();
  const numbers = page.getByRole("table", { name: "Movements of recurring revenue" });
  await expect(numbers.getByRole("columnheader")).toHaveText([
    "When",
    "New",
    "Expansion",
    "Contraction",
    "Churn",
    "Reactivation",
  ]);
  await expect(page.getByRole("region", { name: "Billed and collected" })).toContainText("collected");
  await page.getByRole("combobox", { name: "Shown of each cohort" }).selectOption("Recurring revenue");
  await expect(page.getByRole("table", { name: "Cohorts" })).toContainText("100%");

  await page.getByRole("combobox", { name: "One file" }).selectOption("Invoice lines");
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^invoice-lines-\d{4}-\d\d\.csv$/);
  const [header = ""] = (await readFile(await file.path(), "utf8")).split("\n");
  expect(header).toContain("invoice_number");
  expect(header).toContain("currency,amount");
});

test("the way from charged to collected has the columns that hold something", async ({
  memberPage: page,
}) => {
  await page.goto("/revenue");
  const table = page.getByRole("table", { name: "From charged to collected" });
  await expect(table).toBeVisible();
  const columns = await table.evaluate((root) =>
    [...root.querySelectorAll("th")].map((head, index) => ({
      name: head.firstChild?.textContent ?? "",
      isEmpty: [...root.querySelectorAll(`tbody td:nth-child(${index + 1})`)].every(
        ({ textContent }) => textContent === "–",
      ),
    })),
  );
  expect(columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Month", "Charged", "Billed", "Collected"]),
  );
  expect(columns.filter(({ isEmpty }) => isEmpty)).toEqual([]);
  // Nothing is cut on a small screen.
  await page.setViewportSize({ width: 1024, height: 800 });
  const figures = page.getByRole("region", { name: "Figures by month" });
  const cut = await figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
  await expect(page.getByText("Billed:", { exact: true })).toBeVisible();
});

test("all files of a month are one ZIP, from the list of invoices", { tag: "@long" }, async ({
  memberPage: page,
}) => {
  await page.goto("/invoices");
  await page.getByRole("button", { name: "Files for the accountant" }).click();
  const window = page.getByRole("dialog", { name: "Files for the accountant" });
  const started = page.waitForEvent("download");
  await window.getByRole("button", { name: "Download all (ZIP)" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^accountant-\d{4}-\d\d\.zip$/);
  const files = unzipSync(await readFile(await file.path()));
  const names = Object.keys(files).map((name) => name.replace(/-\d{4}-\d\d\.csv$/, ""));
  expect(names).toEqual([
    ...["README.txt", "invoices", "invoice-lines", "payments", "credit-notes", "credit-note-lines"],
    ...["refunds", "journal"],
  ]);
  expect(strFromU8(files["README.txt"] ?? new Uint8Array())).toContain("Collected");
  for (const [name, content] of Object.entries(files))
    expect([name, content.length > 0]).toEqual([name, true]);
  await expectClean(page);
  await keepPicture(page, "files-for-the-accountant");
});

test("revenue is converted to a reporting currency at rates that are set", { tag: "@long" }, async ({
  memberPage: page,
}) => {
  await page.goto("/revenue");
  await page.getByRole("switch", { name: "In one currency" }).click();
  await page.getByRole("textbox", { name: "Currency" }).fill("eur");
  await page.getByRole("button", { name: "Save currency" }).click();
  const figures = page.getByRole("switch", { name: "Convert all to EUR" });
  await expect(figures).toBeChecked();
  await expect(page.getByText(/Not in these figures/)).toContainText("USD");

  await page.getByRole("button", { name: "Exchange rates" }).click();
  const dialog = page.getByRole("dialog", { name: "Exchange rates" });
  await expect(dialog).toContainText("No rates yet");
  await dialog.getByRole("textbox", { name: "Currency" }).fill("USD");
  await dialog.getByRole("textbox", { name: "Worth in EUR" }).fill("0.92");
  await dialog.getByRole("textbox", { name: "Valid from" }).fill("2020-01-01");
  await dialog.getByRole("button", { name: "Save rate" }).click();
  await expect(page.getByText("1 USD = 0.92 EUR")).toBeVisible();
  await expect(page.getByText(/Not in these figures/)).toHaveCount(0);
  const mrr = page.getByRole("region", { name: "Monthly recurring revenue" });
  await expect(mrr).toContainText(/€[1-9]/);
  // The choice is in the address.
  await page.reload();
  await expect(figures).toBeChecked();
  for (const [theme, width, height] of [
    ["light", 1440, 1000],
    ["dark", 1440, 1000],
    ["light", 390, 844],
    ["dark", 390, 844],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await expect(mrr).toContainText(/€[1-9]/);
    await keepPicture(page, `revenue-converted-${theme}-${width}`);
    await page.getByRole("button", { name: "Exchange rates" }).click();
    await expect(dialog.getByRole("cell", { name: "0.92" })).toBeVisible();
    await keepPicture(page, `revenue-rates-${theme}-${width}`);
    await dialog.getByRole("button", { name: "Close" }).click();
  }

  // As it was: other tests of the tenant see figures by currency.
  await page.getByRole("button", { name: "Reporting currency" }).click();
  await page.getByRole("textbox", { name: "Currency" }).fill("");
  await page.getByRole("button", { name: "Save currency" }).click();
  await expect(page.getByRole("switch", { name: "In one currency" })).toBeVisible();
  await expect(figures).toHaveCount(0);
});
