import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { openBackEnd } from "./back-end.ts";
import { chooseAction, expect, test } from "./fixtures.ts";
import { fillSubscription, sendSubscription } from "./start-subscription.ts";

// What people do, in the demo tenant's sandbox. Each test makes what it needs.

const run = promisify(execFile);

const unique = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** Presses a button of the open window, which goes when it is done. */
async function finish(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** A customer on a paid plan; the page of the subscription is open afterwards. */
async function subscribe(
  page: Page,
  plan: RegExp,
  pay?: "Test card that works" | "By transfer",
): Promise<string> {
  const customer = unique("customer");
  await fillSubscription(page, { customer, plan, pay });
  await sendSubscription(page, /^Start (and |trial)/);
  return customer;
}

test("a subscription is started, changed, paused, resumed and canceled", async ({ testPage: page }) => {
  await subscribe(page, /^Fleet/, "Test card that works");
  const status = page.getByRole("main").locator("header");
  await expect(status).toContainText("Active");
  await open(page, "Change plan");
  const price = page.getByRole("dialog").getByLabel("New price");
  const armada =
    (await price.getByRole("option").allInnerTexts()).find((text) => /Armada · \$399/.test(text)) ?? "";
  await price.selectOption({ label: armada });
  await page.getByRole("dialog").getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("table", { name: "What it costs" })).toContainText("Charged now");
  // A double click is faster than the page: the change is made once.
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Change and charge \$/ })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("The plan was changed.")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbor Armada");
  await chooseAction(page, "Pause");
  await finish(page, "Pause");
  await expect(status).toContainText("Paused");
  await open(page, "Resume");
  await finish(page, "Resume");
  await expect(status).toContainText("Active");
  await chooseAction(page, "Cancel subscription");
  await finish(page, "Cancel subscription");
  await expect(page.getByText(/^Canceled by the team: it runs until/)).toBeVisible();
  await open(page, "Resume");
  await finish(page, "Resume");
  await expect(page.getByText(/^Canceled by the team: it runs until/)).toHaveCount(0);
  await chooseAction(page, "Cancel subscription");
  await page.getByRole("dialog").getByRole("radio", { name: /^Now/ }).check();
  await finish(page, "Cancel subscription");
  await expect(status).toContainText("Canceled");
  const history = page.getByRole("region", { name: "What happened", exact: true });
  await expect(history).toContainText("The subscription to Armada ended.");
  await expect(history).toContainText("was paid in full. $99.00");
});

test.describe("the seats of a subscription", () => {
  test.use({ expectedRefusals: ["/api/trpc/subscriptions.previewChange"] });
  for (const pay of ["Test card that works", "By transfer"] as const)
    test(`are changed at the price that was shown: ${pay}`, async ({ testPage: page }) => {
      await subscribe(page, /^Fleet/, pay);
      const seats = page.getByRole("region", { name: "Facts" }).locator("div", { hasText: /^Seats/ });
      await expect(seats).toContainText("25 included, then $15.00 per 5");
      await seats.getByRole("button", { name: "Change seats" }).click();
      const window = page.getByRole("dialog", { name: "Change seats" });
      await expect(window.getByLabel("New price")).toHaveCount(0);
      await expect(window.getByRole("button", { name: "Keep 25 seats" })).toBeVisible();
      await expect(window.getByRole("button", { name: "Preview" })).toBeDisabled();
      const more = window.getByLabel("More seats, in packs of 5");
      await expect(more).toHaveValue("0");
      await more.fill("41");
      await window.getByRole("button", { name: "Preview" }).click();
      await expect(more).toHaveAttribute("aria-invalid", "true");
      await expect(window.getByText("So many steps are not sold")).toBeVisible();
      await more.fill("3");
      await expect(window).toContainText("40 in all");
      await window.getByRole("button", { name: "Preview" }).click();
      await expect(window.getByRole("table", { name: "What it costs" })).toContainText("$144.00");
      await finish(
        page,
        pay === "By transfer" ? "Change and issue an invoice for $45.00" : "Change and charge $45.00",
      );
      await expect(page.getByText("Seats changed to 40.")).toBeVisible();
      await expect(seats).toContainText("25 included, 15 more at $15.00 per 5");
      await expect(page.getByText("The quantities bought with Fleet changed: Seats +15.")).toBeVisible();

      await chooseAction(page, "Change seats");
      await expect(more).toHaveValue("3");
      await more.fill("1");
      await window.getByLabel("When").selectOption("period_end");
      await window.getByRole("button", { name: "Preview" }).click();
      await expect(window.getByRole("table", { name: "What it costs" })).toContainText("$114.00");
      await finish(page, "Change seats");
      await expect(seats).toContainText("30 from the next period");
    });
});

test.describe("a price that changed meanwhile", () => {
  test.use({ expectedRefusals: ["/api/trpc/subscriptions.changePlan"] });
  test("is previewed again before the plan changes", async ({ memberPage: page }) => {
    const backEnd = await openBackEnd();
    const customer = unique("quoted");
    const { body: started } = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: `${customer}@customers.example`,
      plan_price_id: await backEnd.priceOf("fleet"),
      cardprovider_test_card_token: "tok_visa",
    });
    await page.goto(`/subscriptions/${started.id}`);
    await open(page, "Change plan");
    const window = page.getByRole("dialog");
    const preview = window.getByRole("button", { name: "Preview" });
    await window.getByLabel("New price").selectOption(await backEnd.priceOf("armada"));
    await preview.click();
    const confirm = window.getByRole("button", { name: /^Change and charge \$/ });
    await expect(confirm).toBeVisible();
    const bought = await backEnd.post(`/v1/billing/subscriptions/${started.id}/change-plan`, {
      plan_price_id: await backEnd.priceOf("fleet"),
      drivers: [{ feature_key: "seats", steps: 2 }],
    });
    expect(bought.status).toBe(200);
    await confirm.click();
    await expect(window.getByText(/preview it again/)).toBeVisible();
    await expect(confirm).toHaveCount(0);
    await preview.click();
    await expect(window.getByText(/preview it again/)).toHaveCount(0);
    await confirm.click();
    await expect(page.getByText("The plan was changed.")).toBeVisible();
  });
});

test("a subscription is collected by transfer, and by card again", async ({ testPage: page }) => {
  await subscribe(page, /^Fleet/, "Test card that works");
  const payment = page
    .getByRole("main")
    .getByText(/^By (card|transfer)$/)
    .first();
  await expect(payment).toHaveText("By card");
  await chooseAction(page, "Collect by transfer");
  await finish(page, "Collect by transfer");
  await expect(payment).toHaveText("By transfer");
  await chooseAction(page, "Collect by card");
  const card = page.getByRole("dialog").getByLabel("Card");
  await card.selectOption({ label: "Test card that works" });
  await finish(page, "Collect by card");
  await expect(payment).toHaveText("By card");
});

test("a customer's usage is set, an override applied, a note added", async ({ testPage: page }) => {
  const customer = await subscribe(page, /^Startup/);
  await page.getByRole("link", { name: `${customer}@example.com` }).click();
  await page.getByRole("button", { name: "Correct usage of Tracked events" }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("Used").fill("not a number");
  await window.getByRole("button", { name: "Correct usage" }).click();
  await expect(window.getByText("Write a number in digits, such as 25.")).toBeVisible();
  await window.getByLabel("Used").fill("1234");
  await window.getByLabel("Reason").fill("counted by hand");
  await finish(page, "Correct usage");
  await expect(page.getByRole("region", { name: "What they can use" })).toContainText("1,234 of 250,000");

  await page.getByRole("tab", { name: "Usage" }).click();
  await expect(page.getByRole("table", { name: "Ledger entries" })).toContainText("counted by hand");

  await page.getByRole("tab", { name: "Overrides" }).click();
  await page.getByRole("button", { name: "New override" }).click();
  await window.getByLabel("Feature").selectOption("events");
  await window.getByLabel("Added to the limit").fill("1000");
  await window.getByLabel("Reason").fill("a promise");
  await finish(page, "Create override");
  await expect(page.getByRole("table", { name: "Overrides" })).toContainText("limit +1,000");
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("region", { name: "What they can use" })).toContainText("1,234 of 251,000");
  await page.getByRole("tab", { name: "Overrides" }).click();
  await page.getByRole("button", { name: "Revoke the override of events" }).click();
  await finish(page, "Revoke");
  await expect(page.getByRole("table", { name: "Overrides" })).toContainText("Revoked");

  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByRole("button", { name: "Add a note" }).click();
  await window.getByLabel("Note", { exact: true }).fill("They pay in spring.");
  await finish(page, "Add note");
  await expect(page.getByRole("region", { name: "Notes" })).toContainText("They pay in spring.");
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("region", { name: "What happened", exact: true })).toContainText(
    "They pay in spring.",
  );
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await finish(page, "Delete");
  await expect(page.getByRole("region", { name: "Notes" })).not.toContainText("They pay in spring.");
});

test("a product is made, its pack edited, compared, published, and subscribers moved", async ({
  testPage: page,
}) => {
  const slug = unique("product");
  const window = page.getByRole("dialog");
  await page.goto("/catalog");
  await open(page, "New product");
  await window.getByLabel("Name").fill(slug);
  await window.getByLabel("Slug").fill(slug);
  await finish(page, "Create product");
  await open(page, `New plan of ${slug}`);
  await window.getByLabel("Name").fill("Solo");
  await window.getByLabel("Slug").fill("solo");
  await finish(page, "Create plan");
  const prices = page.getByRole("region", { name: "Prices" });
  await prices.getByLabel("Amount").fill("15.00");
  await expect(prices.getByText("= $15.00 a month")).toBeVisible();
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(page.getByRole("list", { name: "Prices" })).toContainText("$15.00");

  const features = page.getByRole("region", { name: "What it includes" });
  await features.getByRole("button", { name: "Add Tracked events" }).click();
  await features.getByLabel("Included events").fill("500");
  await features.getByLabel("Past the limit").selectOption("BILL");
  await features.getByLabel("Overage price in USD").fill("0.005");
  await expect(features.getByText("= $0.005 each; 500 cost $2.50; 1,000 cost $5")).toBeVisible();
  await expect(features).toContainText("500 a month, then $0.005 per event");
  const review = page.getByRole("region", { name: "Unpublished changes" });
  await expect(review.getByRole("list", { name: "Changes" })).toContainText(
    "500 a month, then $0.005 per event",
  );
  await expect(review).toContainText("Nobody subscribes to this plan yet.");
  await page.getByRole("button", { name: "Publish plan" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("Active");

  await subscribe(page, /^Solo \$15/, "Test card that works");
  await page.goto("/catalog");
  await page.getByRole("region", { name: slug }).getByRole("link", { name: "Solo" }).click();
  await features.getByRole("button", { name: "Tracked events", expanded: false }).click();
  await features.getByLabel("Included events").fill("400");
  const bar = page.getByRole("region", { name: "Publish", exact: true });
  await expect(bar).toContainText("1 unpublished change, not saved");
  const changes = review.getByRole("list", { name: "Changes" });
  await expect(changes).toContainText("Before: 500 a month");
  await expect(changes).toContainText("After: 400 a month");
  await expect(review).toContainText("1 subscriber keeps the present version, until you move them.");
  await bar.getByRole("button", { name: "Publish changes" }).click();
  await expect(review).toContainText("1 subscriber gets a lower limit of Tracked events");
  await review.getByLabel("1 subscriber of version 1").selectOption("now");
  await bar.getByRole("button", { name: "Publish, and move subscribers now" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("Version 2");
  await page.getByRole("link", { name: "Version 2" }).click();
  await expect(page.getByRole("region", { name: "Prices" })).toContainText("$15.00 a month");
  await expect(page.getByRole("region", { name: "What it includes" })).toContainText(
    "400 a month, then $0.005 per event",
  );
  await page.goto("/catalog/migrations");
  const migration = page
    .getByRole("table", { name: "Moves" })
    .getByRole("row")
    .filter({ hasText: "Solo, version 1" });
  await expect(migration).toContainText("1 of 1");
  await migration.getByRole("button", { name: "Move back" }).click();
  await finish(page, "Move back");
  await expect(migration).toContainText("1 back");
});

test("people wait, are imported, invited, rejected and put back in line", async ({ testPage: page }) => {
  const window = page.getByRole("dialog");
  const [one, two, three] = [unique("one"), unique("two"), unique("three")];
  await page.goto("/waitlist");
  await open(page, "Add person");
  await window.getByLabel("E-mail").fill(`${one}@example.com`);
  await finish(page, "Add");
  await open(page, "Import");
  await window.getByLabel("File").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `email,name\n${two}@example.com,"Two, the second"\n${three}@example.com,Three\nnot an address,\n`,
    ),
  });
  await expect(window).toContainText("2 lines can be imported, 1 cannot.");
  await window.getByRole("button", { name: "Import 2" }).click();
  await expect(window).toContainText("2 people imported.");
  await expect(window).toContainText("1 line was not imported.");
  await expect(window).toContainText("Line 4");
  await window.getByRole("button", { name: "Close" }).click();

  const rows = page.getByRole("table", { name: "Entries" }).getByRole("row");
  await page.getByRole("searchbox").fill(one);
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(one);
  await rows.last().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Invite 1" }).click();
  await expect(rows.last()).toContainText("Invited");

  await page.getByRole("searchbox").fill(two);
  await expect(rows.last()).toContainText(two);
  await rows.last().getByRole("button").click();
  await window.getByRole("button", { name: "Reject" }).click();
  await expect(window).toContainText("Rejected");
  await window.getByRole("button", { name: "Back in line" }).click();
  await expect(window).toContainText("Pending");
  await window.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("No entries match")).toBeVisible();

  await open(page, "Invite next…");
  await window.getByLabel("How many").fill("1");
  await finish(page, "Invite");
  await expect(page.getByRole("region", { name: "News" })).toContainText("1 invited.");

  await page.goto(`/mailbox?q=${one}@example.com`);
  // The demo has no mail server.
  await expect(page.getByRole("link", { name: "Set up mail" })).toBeVisible();
  await page
    .getByRole("table", { name: "Mails" })
    .getByRole("button", { name: /You are invited/ })
    .click();
  const shown = page.getByRole("region", { name: "Mail", exact: true });
  await expect(shown).toContainText("Stored here, not sent");
  const mail = page.frameLocator("iframe[title='The mail']");
  const opening = page.waitForEvent("popup");
  await mail.getByRole("link", { name: /Accept the invitation/ }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(/\/accept-invitation\?/);
  await expect(opened.getByLabel(/Password/).first()).toBeVisible();
  // A page of its own: not in the mail's sandbox, and without a way back to the dashboard.
  expect(await opened.evaluate(() => [self.origin === location.origin, self.opener])).toEqual([true, null]);
  await opened.close();
  await shown.getByRole("tab", { name: "As text" }).click();
  await expect(shown).toContainText("Accept the invitation");

  // On a phone the mail takes the list's place, and the way back leads to its row.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("table", { name: "Mails" })).toBeHidden();
  await shown.page().getByRole("button", { name: "All mails" }).click();
  await expect(page.getByRole("button", { name: /You are invited/ })).toBeFocused();
  await expect(shown).toHaveCount(0);
});

test("codes and links are created and revoked", async ({ testPage: page }) => {
  const window = page.getByRole("dialog");
  await page.goto("/invitations");
  // An empty list has that button, too.
  await page.getByRole("main").getByRole("button", { name: "New code", exact: true }).first().click();
  await expect(window).toBeVisible();
  await window.getByLabel("Redemptions").fill("5");
  await window.getByRole("button", { name: "Create code" }).click();
  const code = (await window.getByRole("button", { name: /^Copy/ }).innerText()).trim();
  await window.getByRole("button", { name: "Done" }).click();
  // The list shows the code's end alone; the whole of it is revealed on purpose.
  const row = page.getByRole("row").filter({ hasText: code.slice(-4) });
  await expect(row).toContainText("0 / 5");
  await expect(row).not.toContainText(code);
  await row.getByRole("button", { name: /^Reveal/ }).click();
  await window.getByRole("button", { name: "Reveal", exact: true }).click();
  await expect(window).toContainText(code);
  await window.getByRole("button", { name: "Done" }).click();
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await finish(page, "Revoke");
  await expect(row).toContainText("It is refused.");

  const email = `${unique("guest")}@example.com`;
  await open(page, "Invite by mail");
  await window.getByLabel("E-mail").fill(email);
  await finish(page, "Send invitation");
  await page.getByRole("button", { name: "By mail", exact: true }).click();
  await page.getByRole("button", { name: `Resend to ${email}` }).click();
  await expect(page.getByRole("region", { name: "News" })).toContainText("The invitation was sent again");
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await finish(page, "Revoke");
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Revoked");
  await page.getByRole("button", { name: `Invite ${email} again` }).click();
  await expect(page.getByRole("button", { name: `Resend to ${email}` })).toBeVisible();
});

test("an application's keys are shown once, work, are rotated and revoked", async ({
  testPage: page,
  request,
}) => {
  const name = unique("app");
  const window = page.getByRole("dialog");
  await page.goto("/applications");
  await open(page, "New application");
  await window.getByLabel("Name").fill(name);
  await window.getByLabel("Administer billing").check();
  await window.getByRole("button", { name: "Create application" }).click();
  const secret = async (key: string) =>
    ((await window.getByRole("button", { name: `Copy ${key}` }).getAttribute("aria-label")) ?? "").replace(
      `Copy ${key}: `,
      "",
    );
  const [appId, clientId, clientSecret] = [
    await secret("x-app-id"),
    await secret("client_id"),
    await secret("client_secret"),
  ];
  await window.getByRole("button", { name: "I have saved it" }).click();
  const pricing = () => request.get("/v1/pricing", { headers: { "x-app-id": appId } });
  expect((await pricing()).status()).toBe(200);

  // The quick start, as it stands there: from a token to a use that is counted.
  const step = (label: string) => page.getByRole("region", { name: label, exact: true }).innerText();
  const labels = ["Get a token", "Create a customer", "Check an entitlement", "Report usage", "See usage"];
  await expect(page.getByRole("region", { name: "Create a customer", exact: true })).not.toContainText(
    "$PRICE",
  );
  const script: string[] = [];
  for (const label of labels) script.push(await step(label));
  const { stdout } = await run("bash", ["-c", script.join("\necho\n")]);
  const answers = stdout.trim().split("\n");
  expect(answers[0]).toContain('"status":"');
  expect(answers[1]).toContain('"allowed":true');
  expect(answers[2]).toContain('"counted":1');
  expect(answers[3]).toContain('"value":1');

  await page.goto("/api-reference?operation=features_list");
  await page.getByText("Keys to try with").click();
  await page.getByLabel("x-app-id").fill(appId);
  await page.getByLabel("client_id").fill(clientId);
  await page.getByLabel("client_secret").fill(clientSecret);
  await page.getByRole("button", { name: "Get a token" }).click();
  await expect(page.getByText("Token at hand")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("retention_days");

  await page.goto("/applications");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Admin");
  for (const isAdmin of [false, true]) {
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await window.getByLabel("Administer billing").setChecked(isAdmin);
    await finish(page, "Save");
    await expect(row.getByText("Admin", { exact: true })).toHaveCount(isAdmin ? 1 : 0);
  }
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Rotate keys" }).click();
  await window.getByLabel("The old keys stop").selectOption("0");
  await window.getByRole("button", { name: "Rotate" }).click();
  expect(await secret("x-app-id")).not.toBe(appId);
  await window.getByRole("button", { name: "I have saved it" }).click();
  await expect.poll(async () => (await pricing()).status()).toBe(401);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await finish(page, "Revoke");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Revoked");
});

test("a wrong entry of a list is named at its field, which takes the focus, and nothing is sent", async ({
  testPage: page,
}) => {
  const window = page.getByRole("dialog");
  await page.goto("/applications");
  await open(page, "New application");
  await window.getByLabel("Name").fill(unique("app"));
  await window.getByLabel("Kind").selectOption("BROWSER");
  await window.getByLabel("Allowed origins").fill("admin");
  await window.getByRole("button", { name: "Create application" }).click();
  await expect(window.getByText("“admin”: Write a whole address")).toBeVisible();
  await expect(window.getByLabel("Allowed origins")).toBeFocused();
});

test("a customer's portal opens from their page, in a tab of its own", async ({ testPage: page }) => {
  const customer = await subscribe(page, /^Fleet/, "Test card that works");
  await page.getByRole("link", { name: `${customer}@example.com` }).click();
  const opening = page.waitForEvent("popup");
  await chooseAction(page, "Open portal");
  const portal = await opening;
  await portal.waitForURL(/\/p\/[^/]+\/portal$/);
  await expect(portal.getByRole("main")).toContainText("Fleet");
  expect(await portal.evaluate(() => self.opener)).toBeNull();
  await expect(page).toHaveURL(/\/customers\/cus_/);
  await portal.close();
});

test("a test clock is created, gets a customer, and is moved", async ({ testPage: page }) => {
  const name = unique("clock");
  const window = page.getByRole("dialog");
  await page.goto("/clocks");
  await open(page, "Add clock");
  await window.getByLabel("Name").fill(name);
  await window.getByLabel("Starts at (UTC)").fill("2027-01-01T00:00");
  await finish(page, "Add clock");
  await page.getByRole("button", { name: `Add a customer to ${name}` }).click();
  await window.getByLabel("Your identifier").fill(unique("traveller"));
  await finish(page, "Add");
  await page.getByRole("button", { name: `Advance ${name}` }).click();
  await window.getByLabel("To (UTC)").fill("2027-02-01T00:00");
  await finish(page, "Advance");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("1 Feb 2027");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await finish(page, "Delete");
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
});

test("settings are saved, and what is wrong is said at its field", async ({ testPage: page }) => {
  await page.goto("/settings/branding");
  await page.getByLabel("Website").fill("not an address");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Write a whole address, such as https://example.com.")).toBeVisible();
  await page.getByLabel("Website").fill("https://northwind.example");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByRole("region", { name: "News" })).toContainText("Branding saved.");
  await page.reload();
  await expect(page.getByLabel("Website")).toHaveValue("https://northwind.example");
});

test.describe("personal data", () => {
  test.use({ expectedRefusals: ["/api/trpc/privacy.erase"] });

  test("a person's data is exported, and then erased", async ({ testPage: page }) => {
    const customer = await subscribe(page, /^Fleet/, "Test card that works");
    await page
      .getByRole("main")
      .getByRole("link", { name: `${customer}@example.com` })
      .first()
      .click();
    await page.waitForURL(/customers\/cus_/);
    const download = page.waitForEvent("download");
    await chooseAction(page, "Export personal data");
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
    const exported = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    expect(exported.customers[0]).toMatchObject({ external_id: customer, email: `${customer}@example.com` });
    await chooseAction(page, "Erase this person…");
    const window = page.getByRole("dialog");
    await window.getByLabel(/^Type/).fill("another person");
    await window.getByRole("button", { name: "Erase permanently" }).click();
    await expect(window).toContainText(`Type ${customer} to go on.`);
    await window.getByLabel(/^Type/).fill(customer);
    await window.getByRole("button", { name: "Erase permanently" }).click();
    // It has a subscription that runs.
    await expect(window).toContainText("K3051");
    await window.getByLabel(/^First cancel running subscriptions/).click();
    await finish(page, "Erase permanently");
    await expect(page.getByRole("main").locator("header")).toContainText("Erased");
    await expect(page.getByRole("main")).not.toContainText(`${customer}@example.com`);
  });
});
