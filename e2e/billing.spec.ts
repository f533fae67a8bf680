import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { expectClean } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { clickForPdf } from "./pdf.ts";
import { keepPicture } from "./picture.ts";
import { fillSubscription, sendSubscription } from "./start-subscription.ts";

// Money by transfer, and events on their way out, in the demo tenant's sandbox.

const unique = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** A subscription that is paid by transfer, or by card; its page is open afterwards. */
async function subscribe(page: Page, paidBy: "transfer" | "card"): Promise<void> {
  const isByCard = paidBy === "card";
  const pay = isByCard ? "Test card that works" : "By transfer";
  await fillSubscription(page, { customer: unique("company"), plan: /^Fleet/, pay });
  const form = page.getByRole("main").locator("form");
  if (!isByCard) {
    await form.getByLabel("Days to pay").fill("14");
    await form.getByLabel("Billed to").fill("Ada Ltd\n1 Street");
  }
  await expect(form.getByText(/^Then \$99.00 each month, next on/)).toBeVisible();
  await sendSubscription(
    page,
    isByCard ? "Start and charge $99.00" : "Start and issue an invoice for $99.00",
  );
}

const subscribeByInvoice = (page: Page) => subscribe(page, "transfer");

/** The newest one of the list that is shown. */
async function openInvoice(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Invoices" }).getByRole("cell").first().getByRole("button").click();
}

const wayBack = (of: Page | Locator) => of.getByRole("button", { name: /^Back to invoice / });

/** Opens an action in the sheet of the invoice, whose content it replaces. */
async function act(sheet: Locator, action: string): Promise<void> {
  await sheet.getByRole("button", { name: action, exact: true }).click();
  await expect(wayBack(sheet)).toBeVisible();
}

/** One of the rarer actions of the invoice that is shown. */
async function more(sheet: Locator, action: string): Promise<void> {
  await sheet.getByRole("button", { name: "More" }).click();
  await sheet.getByRole("menuitem", { name: action }).click();
  await expect(wayBack(sheet)).toBeVisible();
}

/** The invoice itself is shown, in the only window. */
async function expectInvoice(page: Page): Promise<void> {
  await expect(wayBack(page)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(1);
}

test("an invoice is opened, paid in part and in whole; another is void", async ({ testPage: page }) => {
  await subscribeByInvoice(page);
  await expect(page.getByRole("main").locator("header")).toContainText("Active");
  await openInvoice(page);
  const window = page.getByRole("dialog");
  await expect(window.getByRole("table", { name: "Lines" })).toContainText("$99.00");
  await expectClean(page);
  const pdf = await clickForPdf(page, window.getByRole("button", { name: "Open PDF" }));
  expect(pdf.name).toMatch(/^INV-\d+\.pdf$/);
  // Escape leads back to the invoice and its button, after a question where something was typed.
  await act(window, "Record payment");
  await expect(window.getByLabel(/^Amount/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expectInvoice(page);
  await expect(window.getByRole("button", { name: "Record payment" })).toBeFocused();
  await act(window, "Record payment");
  await window.getByLabel("Reference").fill("SEPA 4710");
  await page.keyboard.press("Escape");
  await window.getByRole("button", { name: "Discard" }).click();
  await expectInvoice(page);
  await more(window, "Void");
  await expect(window.getByRole("radio")).toHaveCount(3);
  await window.getByRole("button", { name: "Keep invoice" }).click();
  await expect(window.getByRole("button", { name: "More" })).toBeFocused();
  const pay = async (amount: string) => {
    await act(window, "Record payment");
    const form = page.getByRole("dialog");
    await form.getByLabel(/^Amount/).fill(amount);
    await form.getByLabel("Reference").fill("SEPA 4711");
    await form.getByRole("button", { name: "Record payment" }).click();
    await expectInvoice(page);
  };
  await pay("40");
  await expect(window).toContainText("$59.00");
  await act(window, "Record payment");
  const form = page.getByRole("dialog");
  await form.getByLabel(/^Amount/).fill("69");
  await expect(form).toContainText("$10.00 more than is due");
  await form.getByLabel("More than is due").selectOption({ label: "Keep as credit" });
  await expectClean(page);
  await keepPicture(page, "payment-of-more-than-due");
  await form.getByRole("button", { name: "Record payment" }).click();
  await expectInvoice(page);
  await expect(window).toContainText("Paid");
  await expect(window).toContainText("$10.00 of it was more than due, and is kept as credit.");
  await expect(window.getByRole("button", { name: "Record payment" })).toHaveCount(0);

  const payments = window.getByRole("table", { name: "Payments" });
  const receipt = payments.getByRole("button", { name: "Open the receipt for $40.00" });
  expect((await clickForPdf(page, receipt)).name).toMatch(/^INV-\d+-R1\.pdf$/);
  await payments.getByRole("row").nth(1).getByRole("button", { name: "Take payment back" }).click();
  const question = page.getByRole("dialog");
  await question.getByLabel("Reason").fill("The transfer bounced.");
  await question.getByRole("button", { name: "Preview" }).click();
  const outcome = question.getByRole("table", { name: "What it does" });
  await expect(outcome.getByRole("row", { name: /^Left to pay/ })).toContainText("$59.00");
  await question.getByRole("button", { name: "Take payment back" }).click();
  await expect(payments).toContainText("The transfer bounced.");
  await expect(window.getByRole("button", { name: "Record payment" })).toBeVisible();
  await keepPicture(page, "invoice-payments");

  await subscribeByInvoice(page);
  await openInvoice(page);
  await more(window, "Void");
  await page.getByRole("dialog").getByRole("button", { name: "Void invoice" }).click();
  await expect(window).toContainText("Void");
});

test.describe("two people at once", () => {
  test.use({ expectedRefusals: ["/api/trpc/invoices.pay"] });

  test("who corrects an invoice that another person voided meanwhile is told so, and then sees it", {
    tag: "@long",
  }, async ({ testPage: page }) => {
    await subscribeByInvoice(page);
    await openInvoice(page);
    const window = page.getByRole("dialog");
    await act(window, "Record payment");
    const form = page.getByRole("dialog");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await more(other.getByRole("dialog"), "Void");
    await other.getByRole("dialog").getByRole("button", { name: "Void invoice" }).click();
    await expect(other.getByRole("dialog").getByText("Void", { exact: true })).toBeVisible();
    await form.getByRole("button", { name: "Record payment" }).click();
    await expect(form).toContainText("This cannot be done: the invoice is void now.");
    await form.getByRole("button", { name: "Cancel" }).click();
    await expectInvoice(page);
    await expect(window.getByText("Void", { exact: true })).toBeVisible();
    await expect(window.getByRole("button", { name: "Record payment" })).toHaveCount(0);
    await other.close();
  });
});

test("an invoice is due later, without reminders, and issued anew", { tag: "@long" }, async ({
  testPage: page,
}) => {
  await subscribeByInvoice(page);
  await openInvoice(page);
  const window = page.getByRole("dialog");
  const decide = async (button: string, fill: (form: Locator) => Promise<void>, submit: string) => {
    if (["Extend due date", "Void"].includes(button)) await more(window, button);
    else await act(window, button);
    const form = page.getByRole("dialog");
    await fill(form);
    await form.getByLabel("Reason").fill("As agreed.");
    await form.getByRole("button", { name: submit }).click();
    await expectInvoice(page);
  };
  await decide(
    "Extend due date",
    async (form) => {
      const due = form.getByLabel("Due on (UTC)");
      await expect(due).toBeFocused();
      await due.fill("2035-02-01");
    },
    "Extend due date",
  );
  await expect(window).toContainText("2035");
  const reminders = window.getByRole("region", { name: "Reminders" });
  await expect(reminders).toContainText("Planned");
  await decide("Stop", async () => undefined, "Stop reminders");
  await expect(reminders).toContainText("Stopped");
  await decide("Resume", async () => undefined, "Resume reminders");
  await expect(reminders).toContainText("Planned");
  const reissue = (form: Locator) => form.getByRole("radio", { name: /^Issue a corrected invoice/ }).check();
  await decide("Void", reissue, "Void invoice");
  await expect(window).toContainText("Issued anew as");
  await expect(window.getByRole("region", { name: "Decisions" })).toContainText("As agreed.");
  await expectClean(page);
  await keepPicture(page, "invoice-decisions");
  await window.getByRole("link", { name: /^INV-/ }).first().click();
  await expect(window).toContainText("Issued for");
});

test.describe("credit notes", () => {
  // More than is left, and a day in the future, are refused.
  test.use({ expectedRefusals: ["/api/trpc/creditNotes.preview", "/api/trpc/refunds.create"] });

  test("an invoice is credited by line, then given back in part, each after a preview", {
    tag: "@long",
  }, async ({ testPage: page }) => {
    await subscribeByInvoice(page);
    await openInvoice(page);
    const window = page.getByRole("dialog");
    const form = page.getByRole("dialog");
    const preview = form.getByRole("table", { name: "What it does" });
    await act(window, "Credit note");
    await form.getByLabel("Reason").fill("The service was down.");
    await form.getByRole("radio", { name: "Line by line" }).check();
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(form.getByText("Write an amount for at least one line.")).toBeVisible();
    await form.getByRole("textbox").first().fill("20");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toContainText("Left to pay afterwards$79.00");
    // What was previewed is what the form says.
    await form.getByRole("textbox").first().fill("19");
    await expect(preview).toHaveCount(0);
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toContainText("Left to pay afterwards$80.00");
    await expectClean(page);
    await keepPicture(page, "credit-note-preview");
    await form.getByRole("button", { name: "Issue credit note" }).click();
    await expectInvoice(page);
    const notes = window.getByRole("table", { name: "Credit notes" });
    await expect(notes).toContainText("The service was down.");
    await expect(notes).toContainText("$19.00 off what is to be paid");

    await act(window, "Record payment");
    await form.getByRole("button", { name: "Record payment" }).click();
    await expectInvoice(page);
    await act(window, "Credit note");
    await form.getByRole("radio", { name: "A part of it" }).check();
    await form.getByRole("radio", { name: /^You gave it back by transfer/ }).check();
    await form.getByLabel(/^Amount/).fill("90");
    await form.getByLabel(/^Reference/).fill("SEPA 4712");
    await form.getByLabel("Reason").fill("As agreed.");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(form.getByText("No more than $80.00 can still be credited here.")).toBeVisible();
    await form.getByLabel(/^Amount/).fill("30");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toContainText("Given back as money$30.00");
    await form.getByRole("button", { name: "Issue credit note" }).click();
    await expect(notes).toContainText("$30.00 given back");
    await expect(window).toContainText("Refunded");
    await expectClean(page);
    await keepPicture(page, "credit-notes");
    const pdf = await clickForPdf(page, notes.getByRole("button", { name: /^Open PDF of/ }).first());
    expect(pdf.name).toMatch(/^CN-\d+\.pdf$/);

    await expect(window).toContainText("$80.00 was paid, and $30.00 of it was refunded.");
    await act(window, "Refund");
    await form.getByLabel(/^Amount/).fill("60");
    await form.getByLabel(/^Given back on/).fill("2090-01-01");
    await form.getByRole("button", { name: "Refund" }).click();
    await expect(form.getByText("No more than $50.00 can still be given back here.")).toBeVisible();
    await form.getByLabel(/^Amount/).fill("10");
    await form.getByRole("button", { name: "Refund" }).click();
    await expect(form.getByText("The refund's date 1 Jan 2090, 00:00:00 UTC")).toBeVisible();
    await expectClean(page);
    await keepPicture(page, "refund");
    await form.getByLabel(/^Given back on/).fill("");
    await form.getByRole("button", { name: "Refund" }).click();
    await expectInvoice(page);
    await expect(window).toContainText("$40.00 of it was refunded.");
    const refunds = window.getByRole("table", { name: "Refunds" });
    await expect(refunds).toContainText("By hand, for a credit note");
    await expect(refunds.getByRole("row").nth(1)).toContainText("By hand-$10.00");
    await page.setViewportSize({ width: 390, height: 844 });
    await keepPicture(page, "invoice-window-toast-phone");
    const issued = window.getByText("Issued", { exact: true });
    await issued.scrollIntoViewIfNeeded();
    await keepPicture(page, "invoice-window-phone");
    const isWide = await window.evaluate((dialog) =>
      [...dialog.querySelectorAll("dd, time")].some(
        (part) => part.getBoundingClientRect().right > dialog.getBoundingClientRect().right,
      ),
    );
    expect(isWide).toBe(false);
  });
});

test.describe("two people at one invoice", () => {
  test.use({
    expectedRefusals: ["creditNotes.preview", "creditNotes.create", "refunds.create"].map(
      (name) => `/api/trpc/${name}`,
    ),
  });

  test("find out when the other was first, and go on with what is left", { tag: "@long" }, async ({
    testPage: page,
  }) => {
    await subscribeByInvoice(page);
    await openInvoice(page);
    const window = page.getByRole("dialog");
    const form = page.getByRole("dialog");
    const preview = form.getByRole("table", { name: "What it does" });
    const other = await page.context().newPage();
    await other.goto(page.url());
    const others = other.getByRole("dialog");
    const otherForm = other.getByRole("dialog");
    const fill = async (asked: Page, amount: string) => {
      await act(asked.getByRole("dialog"), "Credit note");
      const dialog = asked.getByRole("dialog");
      await dialog.getByRole("radio", { name: "Line by line" }).check();
      await dialog.getByRole("textbox").first().fill(amount);
      await dialog.getByLabel("Reason").fill("The service was down.");
      await dialog.getByRole("button", { name: "Preview" }).click();
      await expect(dialog.getByRole("table", { name: "What it does" })).toBeVisible();
    };
    await fill(page, "20");
    await fill(other, "20");
    await otherForm.getByRole("button", { name: "Issue credit note" }).click();
    await expect(others).toContainText("left of $99.00");
    await form.getByRole("button", { name: "Issue credit note" }).click();
    await expect(form).toContainText("$79.00 of it can be credited by now, not $99.00.");
    await expect(preview).toHaveCount(0);
    await expect(form).toContainText("$79.00 is left of $99.00.");
    // More than is left of the line is said at the line.
    await form.getByRole("textbox").first().fill("80");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(form.getByRole("textbox").first()).toHaveAttribute("aria-invalid", "true");
    await form.getByRole("textbox").first().fill("79");

    await act(others, "Record payment");
    await otherForm.getByLabel(/^Amount/).fill("40");
    await otherForm.getByRole("button", { name: "Record payment" }).click();
    await expect(others).toContainText("Partly paid");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(form).toContainText("$40.00 of this was paid already.");
    await form.getByRole("radio", { name: /^Keep it as credit/ }).check();
    await form.getByRole("textbox").first().fill("40");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toContainText("Left to pay afterwards$0.00");
    await form.getByRole("button", { name: "Issue credit note" }).click();
    await expect(window).toContainText("$40.00 was paid.");

    // The same of two refunds, also where a tab has read the invoice again behind its dialog.
    for (const asked of [other, page]) {
      await asked.reload();
      await act(asked.getByRole("dialog"), "Refund");
      await asked
        .getByRole("dialog")
        .last()
        .getByLabel(/^Amount/)
        .fill("10");
    }
    await otherForm.getByRole("button", { name: "Refund" }).click();
    await expect(others).toContainText("$10.00 of it was refunded.");
    await form.getByRole("button", { name: "Refund" }).click();
    await expect(form).toContainText("$29.00 of it can be given back by now, not $39.00.");
    await form.getByRole("button", { name: "Refund" }).click();
    await expect(window).toContainText("$20.00 of it was refunded.");
  });
});

test("an invoice that was paid by card is credited, and refunded to the card", { tag: "@long" }, async ({
  testPage: page,
}) => {
  await subscribe(page, "card");
  await openInvoice(page);
  const window = page.getByRole("dialog");
  const form = page.getByRole("dialog");
  await act(window, "Credit note");
  await form.getByRole("radio", { name: "A part of it" }).check();
  await form.getByLabel(/^Amount/).fill("30");
  await form.getByRole("radio", { name: /^Give it back to the card/ }).check();
  await expect(form.getByLabel(/^Reference/)).toHaveCount(0);
  await form.getByLabel("Reason").fill("The service was down.");
  await form.getByRole("button", { name: "Preview" }).click();
  const preview = form.getByRole("table", { name: "What it does" });
  await expect(preview).toContainText("An amount of the invoice$30.00Given back as money$30.00");
  await expectClean(page);
  await keepPicture(page, "credit-note-card");
  await form.getByRole("button", { name: "Issue credit note" }).click();
  await expectInvoice(page);
  await expect(window.getByRole("table", { name: "Credit notes" })).toContainText("$30.00 given back");
  await expect(window).toContainText("Refunded");
});

test("a customer is invoiced by hand, for no subscription", { tag: "@long" }, async ({ testPage: page }) => {
  await subscribeByInvoice(page);
  const href = await page.locator('a[href*="/customers/cus_"]').first().getAttribute("href");
  await page.goto("/invoices");
  await page.getByRole("button", { name: "New invoice" }).click();
  const form = page.getByRole("dialog");
  const field = form.getByRole("combobox", { name: "Customer" });
  await field.fill(/cus_\w+/.exec(href ?? "")?.[0] ?? "");
  // The one that is meant is named below the field.
  const meant = form.locator("p[aria-live]", { hasText: "@" });
  await expect(meant).toBeVisible();
  const email = /\S+@\S+/.exec(await meant.innerText())?.[0] ?? "";
  // Chosen from the list, and as an address that is typed and left.
  await field.fill(email);
  await form.getByRole("option").filter({ hasText: email }).first().click();
  await expect(meant).toBeVisible();
  await field.fill(email);
  await form.getByLabel("Currency").focus();
  await expect(meant).toBeVisible();
  await form.getByLabel("Currency").fill("EUR");
  await form.getByLabel("Line 1", { exact: true }).fill("Set-up");
  await form.getByLabel("Amount of line 1").fill("250");
  await form.getByRole("button", { name: "Add a line" }).click();
  await form.getByLabel("Line 2").first().fill("Training");
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByText("Write an amount.")).toBeVisible();
  await form.getByLabel("Amount of line 2").fill("99.50");
  await expectClean(page);
  await keepPicture(page, "invoice-by-hand");
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByRole("table", { name: "What it says" })).toContainText("€349.50");
  await expect(form).toContainText("is to be paid by");
  await expectClean(page);
  await keepPicture(page, "invoice-by-hand-preview");
  await form.getByRole("button", { name: "Issue invoice" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Customers on test clocks have invoices of later days, which stand above it.
  const issued = page
    .getByRole("table", { name: "Invoices" })
    .getByRole("row")
    .filter({ hasText: "€349.50" });
  await issued.first().getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toContainText("€349.50");
});

test("an endpoint is made, tested, looked into and taken away", { tag: "@long" }, async ({
  testPage: page,
}) => {
  const received: { id: string; body: string; headers: Record<string, string> }[] = [];
  const answering = Promise.withResolvers<void>();
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      // Node gives each of these headers once.
      const headers = request.headers as Record<string, string>;
      received.push({ id: headers["webhook-id"] ?? "", body, headers });
      void answering.promise.then(() => response.end("thanks"));
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await page.goto("/webhook-endpoints");
  await open(page, "New endpoint");
  const form = page.getByRole("dialog");
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Only these").check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByText("Choose at least one event.")).toBeVisible();
  await form.getByLabel("Search events").fill("new moon");
  await expect(form.getByText("No event is like that.")).toBeVisible();
  await form.getByLabel("Search events").fill("versions went");
  await expect(form.getByRole("checkbox", { name: /^All events of/ })).toHaveCount(1);
  await expect(form.getByRole("checkbox", { name: "pack.published" })).toBeVisible();
  await form.getByLabel(/^Every event/).check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  const secret = await page
    .getByRole("dialog")
    .getByRole("button", { name: /whsec_/ })
    .innerText();
  await page.getByRole("dialog").getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByRole("region", { name: "Facts" })).toContainText("EventsAll");
  await page.getByRole("main").getByRole("button", { name: "Send test event" }).click();
  await expect.poll(() => received.length).toBeGreaterThan(0);
  const [first] = received;
  expect(() => new Webhook(secret.trim()).verify(first?.body ?? "", first?.headers ?? {})).not.toThrow();
  await page.getByRole("button", { name: "webhook_endpoint.tested" }).click();
  await expect(page.getByRole("dialog")).toContainText("Waiting");
  answering.resolve();
  await expect(page.getByRole("dialog")).toContainText("Delivered");
  await page.getByRole("tab", { name: "Tries" }).click();
  await expect(page.getByRole("dialog")).toContainText("thanks");
  await expectClean(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Facts" })).toContainText("Last successjust now");
  await page.getByRole("tab", { name: "Failed" }).click();
  await expect(page.getByText("No deliveries match")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await form.getByLabel("Only these").check();
  await form.getByRole("checkbox", { name: "All events of Subscription" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Show which" }).click();
  await expect(page.getByRole("dialog")).toContainText("subscription.created");
  await expectClean(page);
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await expect(page.getByText(/Nothing is sent since/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Enable endpoint" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/webhook-endpoints$/);
  receiver.close();
});

test("subscriptions are held against the provider's", { tag: "@long" }, async ({ testPage: page }) => {
  await page.goto("/settings/provider");
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Compared");
});
