import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";

test("an international address is shown in Unicode, and the waitlist's file is that of the API", async ({
  testPage: page,
}) => {
  const email = `zoe${Date.now()}@пример.рф`;
  await page.goto("/waitlist");
  await page.getByRole("button", { name: "Add person" }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("E-mail").fill(email);
  await window.getByRole("button", { name: "Add" }).click();
  await expect(window).toHaveCount(0);
  await page.getByRole("searchbox").fill(email);
  const rows = page.getByRole("table", { name: "Entries" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(email);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toMatch(/^\uFEFFid,email,name,status,created_at,invited_at,invited_by,/);
  expect(file.trim().split("\n")).toHaveLength(2);
  await rows.getByRole("button", { name: email }).click();
  await expect(page.getByRole("heading", { name: email })).toBeVisible();
  await keepPicture(page, "international-address");
});

test("Branding says why the picture at the logo's address cannot be used", async ({ testPage: page }) => {
  await page.goto("/settings/branding");
  const field = page.getByRole("textbox", { name: "Logo" });
  await field.fill(new URL("/no-picture.png", page.url()).href);
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("The logo cannot be used:")).toContainText("address that is not public");
  await keepPicture(page, "unusable-logo");
  // A notification covers the button.
  await field.fill("");
  await field.press("Enter");
});
