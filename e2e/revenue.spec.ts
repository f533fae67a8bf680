import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

test("revenue is shown with its movements and cohorts, and exported by month", async ({
  memberPage: page,
}) => {
  await page.goto("/revenue");
  const mrr = page.getByRole("region", { name: "Monthly recurring revenue" });
  await expect(mrr).toContainText(/[1-9][\d,]* paying customers/);
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

  await page.getByRole("combobox", { name: "File" }).selectOption("Invoice lines");
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^invoice-lines-\d{4}-\d\d\.csv$/);
  const [header = ""] = (await readFile(await file.path(), "utf8")).split("\n");
  expect(header).toContain("invoice_number");
  expect(header).toContain("currency,amount");
});
