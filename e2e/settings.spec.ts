// @module-tag ci
import type { Page } from "@playwright/test";
import { expectClean } from "./axe.ts";
import { chooseAction, expect, expectActiveOption, test } from "./fixtures.ts";
import { anInvoice } from "./sandbox.ts";

/** What the toasts say. */
const news = (page: Page) => page.getByRole("region", { name: "News" });

test("the letterhead is written with a look at the invoice, and the next invoice shows it", async ({
  testPage: page,
  baseURL,
}) => {
  await page.goto("/settings/billing");
  const letterhead = page.getByRole("region", { name: "Letterhead", exact: true });
  const preview = page.getByRole("region", { name: "Preview of letterhead" });
  await letterhead.getByLabel("Seller").fill("Contoso Ltd\n1 High Street, London\nVAT GB123456789");
  await expect(preview).toContainText("VAT GB123456789");
  await letterhead.getByLabel("How to pay").fill("IBAN GB33 BUKB 2020 1555 5555 55");
  await expect(preview).toContainText("IBAN GB33");
  await letterhead.getByRole("button", { name: "Save letterhead" }).click();
  await expect(news(page)).toContainText("Letterhead saved.");
  await page.reload();
  await expect(page.getByLabel("Seller")).toHaveValue(/VAT GB123456789$/);

  const { customer, number } = await anInvoice(page, baseURL ?? "");
  await page.goto(`/invoices?q=${customer}`);
  await page.getByRole("button", { name: number }).click();
  const billedTo = page.getByRole("dialog").getByRole("region", { name: "Billed to" });
  await expect(billedTo).toContainText(`${customer}@example.com`);

  await billedTo.getByRole("link").click();
  await page.waitForURL(/customers\/cus_/);
  await chooseAction(page, "Edit details");
  await page.getByRole("dialog").getByLabel("Billed to").fill("Ada Ltd\n2 Low Road, Leeds\nVAT GB987654321");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("VAT GB987654321");
});

test("days are typed as people write them, and what follows is shown before it is saved", {
  tag: "@long",
}, async ({ testPage: page }) => {
  await page.goto("/settings/billing#due-dates-and-reminders");
  const due = page.getByRole("region", { name: "Due dates and reminders", exact: true });
  await expect(due).toBeInViewport();
  const save = due.getByRole("button", { name: "Save due dates and reminders" });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await due.getByLabel(/^Remind so many days/).fill("soon");
  await save.click();
  await expect(due.getByText("Write up to ten days from 1 to 365, separated by commas.")).toBeVisible();
  await due.getByLabel("Days to pay").fill("14");
  await due.getByLabel(/^Remind so many days/).fill("21; 7,7");
  const preview = page.getByRole("region", { name: "Preview of due dates and reminders" });
  await expect(preview.getByRole("listitem").nth(1)).toContainText("14 days later");
  await expect(preview.getByRole("listitem").nth(2)).toContainText("7 days overdue");
  await save.click();
  await expect(news(page)).toContainText("Due dates and reminders saved.");
  await page.reload();
  await expect(due.getByLabel(/^Remind so many days/)).toHaveValue(/^7,\s?21$/);
  await expect(due.getByLabel("Days to pay")).toHaveValue("14");
});

test("a change of the settings is told in the audit log by who made it, before and after", {
  tag: "@long",
}, async ({ testPage: page }) => {
  await page.goto("/settings/billing");
  const numbers = page.getByRole("region", { name: "Invoice numbers", exact: true });
  const prefix = `T${Date.now().toString(36)}-`;
  await numbers.getByLabel("Credit note numbers begin with").fill(prefix);
  await numbers.getByRole("button", { name: "Save invoice numbers" }).click();
  await expect(news(page)).toContainText("Invoice numbers saved.");
  await page.goto("/audit");
  await page.getByLabel("About").selectOption({ label: "Settings" });
  await page.getByLabel("When").selectOption({ label: "Since yesterday" });
  await page.getByRole("button", { name: "The settings changed." }).first().click();
  const row = page.getByRole("dialog").getByRole("row", { name: /Credit note numbers begin with/ });
  await expect(row).toContainText(prefix);
  await expect(page.getByRole("dialog").getByRole("table", { name: "What changed" })).toContainText("After");
  await page.keyboard.press("Escape");
  await page.getByLabel("By", { exact: true }).selectOption({ label: "Usher, by itself" });
  await expect(page.getByText("No audit entries match")).toBeVisible();
});

test("the connections say what works, and a test mail goes to whoever asks", async ({ testPage: page }) => {
  await page.goto("/settings/connections");
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
  await expect(row("Database")).toContainText("PostgreSQL");
  await expect(row("Card payments")).toContainText("test mode");
  await page.getByRole("button", { name: "Details of Background work" }).press("Enter");
  await expect(page.getByRole("definition").first()).toContainText("Renewals");
  await expect(page.getByText("Last job done")).toBeVisible();
  await expect(row("Mail").getByRole("link", { name: "Set up mail" })).toBeVisible();
  await page.getByRole("button", { name: "Test now: Mail" }).click();
  await expect(news(page)).toContainText(/A test mail to .+ is on its way\./);
  await page.getByRole("button", { name: "Details of Mail" }).click();
  await expect(page.getByText("Last mail stored")).toBeVisible();
  await expectClean(page);
  await page.getByRole("table").getByRole("link", { name: "Mailbox" }).click();
  await expect(page.getByRole("main")).toContainText(/Mails of .+ arrive/);
});

test("the branding of Live is filled in from Test, looked at, and only then saved", async ({
  testPage: page,
}) => {
  const branding = page.getByRole("region", { name: "Branding", exact: true });
  const support = branding.getByLabel("Support address");
  await page.goto("/settings/branding");
  await support.fill("help@northwind.example");
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect(news(page)).toContainText("Branding saved.");
  await expect(branding.getByRole("button", { name: "Copy from Test" })).toHaveCount(0);

  await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Live" }).click();
  await expect(page.getByRole("region", { name: "Test mode" })).toHaveCount(0);
  await page.goto("/settings/branding");
  await expect(support).toHaveValue("");
  await branding.getByRole("button", { name: "Copy from Test" }).click();
  await expect(news(page)).toContainText("Filled in from Test: Support address.");
  await expect(support).toHaveValue("help@northwind.example");
  await expect(page.getByRole("region", { name: "Preview of branding" })).toContainText("help@northwind");
  await expect(branding.getByRole("button", { name: "Save branding" })).toBeEnabled();
});

/** Looks at a public page with React while what is at the logo's address is no picture: for this page alone, so that other tests see none of it. */
async function expectNameForBrokenLogo(page: Page) {
  const visitor = await page.context().newPage();
  const header = visitor.getByRole("banner");
  await visitor.goto("/p/northwind-test/register");
  await expect(header.locator("img")).toBeVisible();
  await visitor.route("**/logos/**", (route) => route.fulfill({ contentType: "image/png", body: "none" }));
  await visitor.reload();
  await expect(header.getByText("Northwind Signals", { exact: true })).toBeVisible();
  await expect(header.locator("img")).toHaveCount(0);
  await expectOnlyNameWithoutReact(visitor);
  await visitor.close();
}

/** On a page without React a broken picture looks as its name would: no icon of the browser's is beside it. */
async function expectOnlyNameWithoutReact(visitor: Page) {
  await visitor.goto("/p/northwind-test/waitlist");
  const picture = visitor.getByRole("banner").locator("img");
  await expect(picture).toHaveJSProperty("complete", true);
  const { x, y } = (await picture.boundingBox()) ?? { x: 0, y: 0 };
  const look = () => visitor.screenshot({ clip: { x, y, width: 100, height: 32 } });
  const broken = await look();
  await picture.evaluate((image: HTMLImageElement) => {
    const name = document.createElement("span");
    const own = [...image.classList].filter((one) => !one.startsWith("after:"));
    Object.assign(name, { textContent: image.alt, className: ["block", ...own].join(" ") });
    image.replaceWith(name);
  });
  expect(broken.equals(await look())).toBe(true);
}

test("a logo is uploaded, shown in portal and mail, and what cannot be one is told at its field", async ({
  testPage: page,
}) => {
  await page.goto("/settings/branding");
  const branding = page.getByRole("region", { name: "Branding", exact: true });
  const preview = page.getByRole("region", { name: "Preview of branding" });
  const file = branding.locator("input[type=file]");
  const logo = branding.getByRole("textbox", { name: /^Logo/ });
  await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(branding.getByText("The file must be a PNG or JPEG")).toBeVisible();
  await file.setInputFiles("public/icon.png");
  await expect(logo).toHaveValue(/\/logos\/ten_\w+\/[0-9a-f]{64}\.png$/);
  await expect(branding.getByText("The file must be")).toHaveCount(0);
  const picture = preview.locator("img");
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (const [where, theme] of [
    ["Mail", "Dark"],
    ["Customer portal", "Light"],
  ] as const) {
    await preview.getByRole("button", { name: where }).click();
    await preview.getByRole("button", { name: theme }).click();
    await expect(picture).toBeVisible();
    await expectClean(page);
  }
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect(news(page)).toContainText("Branding saved.");
  await expectNameForBrokenLogo(page);
  await branding.getByRole("button", { name: "Remove the logo" }).click();
  await expect(logo).toHaveValue("");
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect(preview.locator("img")).toHaveCount(0);
});

test("the command palette finds an invoice, a setting and an action", async ({ testPage: page, baseURL }) => {
  const { number, customer } = await anInvoice(page, baseURL ?? "");
  const palette = page.getByPlaceholder("Name, e-mail, number, page or action");
  await page.goto("/");
  await page.keyboard.press("Control+k");
  await palette.fill(number);
  await expectActiveOption(page, number);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText(customer);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await palette.fill("iban");
  await expectActiveOption(page, "Letterhead");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("How to pay")).toBeInViewport();
  await page.keyboard.press("Control+k");
  await palette.fill("new invoice");
  await page.keyboard.press("Enter");
  const window = page.getByRole("dialog", { name: "New invoice" });
  await expect(window.getByRole("combobox", { name: "Customer" })).toBeFocused();
});

test("the list of invoices says what all that it finds come to", { tag: "@long" }, async ({
  testPage: page,
  baseURL,
}) => {
  const { customer, number } = await anInvoice(page, baseURL ?? "");
  await page.goto(`/invoices?q=${customer}`);
  await expect(page.locator("h1 + span")).toHaveText(/^1 (?:of [\d,]+ )?invoices?$/);
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Left to pay€50.00");
  await page.getByRole("button", { name: number }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Write off" }).click();
  const window = page.getByRole("dialog", { name: /Write off/ });
  await window.getByLabel("Reason").fill("Closed down");
  await window.getByRole("button", { name: "Write off" }).click();
  await expect(window).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Written off€50.00");
  await expect(page.getByRole("row").filter({ hasText: number })).toContainText("Written off");
});
