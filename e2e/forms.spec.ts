import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// The forms that can be opened from the pages of one thing, and public ones, sent empty and spoilt. What it says is for people: no words of the validator, no JSON,
// no name of a field of the API; and the first field that is wrong is marked and has the focus.

/** Pages of one thing, found by the first link to one. */
const DETAILS = [
  { list: "/customers?status=ACTIVE", link: "/customers/cus_" },
  { list: "/subscriptions", link: "/subscriptions/sub_" },
  { list: "/catalog", link: "/catalog/plans/" },
];

const FOR_MACHINES =
  /Invalid input|Invalid option|Invalid string|expected \w+|received|Too (?:small|big)|Unrecognized|`|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*\b|[{[]"|undefined|NaN|\[object/;

/** Refused by every kind of field: no number, amount, date, address or identifier, and too long for a text. */
const SPOILT = "?".repeat(20_001);

const TYPED =
  "input:not([type]), input[type=text], input[type=email], input[type=password], input[type=url], textarea";

const typedIn = (form: Locator) => form.locator(TYPED).and(form.locator(":enabled:not([readonly])"));

async function fillAll(form: Locator, text: string): Promise<void> {
  for (const field of await typedIn(form).all()) await field.fill(text);
}

/** Sends the form, and looks at what it says; false when it was taken, or when it has gone. */
async function sendAndRead(form: Locator, what: string): Promise<boolean> {
  await form.locator("[type=submit]").last().click();
  const wrong = form.locator("[aria-invalid=true]");
  const messages = form.locator("[id$='-error'], [role=alert]").filter({ hasText: /\S/ });
  const outcome = async () => {
    if ((await form.count()) === 0) return "taken";
    return (await messages.count()) > 0 ? "refused" : "waiting";
  };
  await expect.poll(outcome, { message: what }).not.toBe("waiting");
  if ((await outcome()) === "taken") return false;
  for (const message of await messages.allInnerTexts()) {
    // Codes of errors, and what was typed, are no words of ours.
    const words = message.replaceAll(/“[^”]*”|\(K\d{4}\)/g, "");
    expect(words, `${what}: ${message.slice(0, 300)}`).not.toMatch(FOR_MACHINES);
  }
  if ((await wrong.count()) > 0) {
    await expect(wrong.first(), `${what}: the first wrong field has the focus`).toBeFocused();
    await expect(wrong.first()).toBeInViewport();
  }
  return true;
}

/** Opens each dialog of the page, sends it empty and spoilt, and discards it. Returns how many forms were sent. */
async function spoilDialogs(page: Page): Promise<number> {
  const openers = page.getByRole("main").locator("button[aria-haspopup=dialog]:enabled");
  const names = new Set<string>();
  let sent = 0;
  for (let index = 0; index < (await openers.count()); index++) {
    const opener = openers.nth(index);
    const name = (await opener.getAttribute("aria-label")) ?? (await opener.innerText());
    // "Edit Ada" and "Edit Grace" are one form.
    const kind = name.split(" ").slice(0, 2).join(" ");
    if (names.has(kind) || !(await opener.isVisible())) continue;
    names.add(kind);
    await opener.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(dialog.locator("[data-skeleton]")).toHaveCount(0);
    const form = dialog.locator("form");
    // A confirmation without anything to type is not carried out.
    const isSent = (await form.locator("[type=submit]").count()) > 0;
    const isForm = isSent && (await form.count()) === 1 && (await typedIn(form).count()) > 0;
    if (isForm) {
      sent += 1;
      const isAsking = (await form.locator(`:is(${TYPED})[aria-required=true]`).count()) > 0;
      if (isAsking) await fillAll(form, "");
      if (isAsking) await sendAndRead(form, `${name}, empty`);
      if ((await dialog.count()) > 0) {
        await fillAll(form, SPOILT);
        expect(await sendAndRead(form, `${name}, spoilt`), `${name} takes nonsense`).toBe(true);
      }
    }
    await closeDialog(page);
  }
  return sent;
}

/** Closes what is open, which asks where something was typed. */
async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  const discard = dialog.getByRole("button", { name: "Discard" });
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await dialog.count()) === 0 || (await discard.isVisible())).toBe(true);
  if ((await dialog.count()) > 0) await discard.click();
  await expect(dialog).toHaveCount(0);
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
}

test.describe("the dashboard's forms speak to people", () => {
  // What the browser does not know to be wrong, the server refuses.
  test.use({ expectedRefusals: [/^\/api\/trpc\//] });

  test.beforeEach(({ page }) => {
    // The browser asks before it leaves a changed form.
    page.on("dialog", (question) => void question.accept());
  });

  test("on the pages of a customer, a subscription and a plan", { tag: "@long" }, async ({
    testPage: page,
  }) => {
    test.setTimeout(600_000);
    let sent = 0;
    for (const { list, link } of DETAILS) {
      await page.goto(list);
      await settle(page);
      await page.getByRole("main").locator(`a[href^="${link}"]`).first().click();
      await page.waitForURL((url) => url.pathname.startsWith(link));
      await settle(page);
      sent += await spoilDialogs(page);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        await settle(page);
        sent += await spoilDialogs(page);
      }
    }
    expect(sent).toBeGreaterThan(0);
  });
});

test("public forms mark what is missing or wrong, and say it in words", async ({ page }) => {
  for (const path of ["/sign-in", "/p/northwind/register", "/p/northwind/redeem"]) {
    await page.goto(path);
    const form = page.getByRole("main").locator("form:has([type=submit])").last();
    await form.locator("[type=submit]").last().click();
    const wrong = form.locator("[aria-invalid=true], :user-invalid").first();
    await expect(wrong, path).toBeFocused();
    for (const message of await form.locator("[id$='-error'], [role=alert]").allInnerTexts())
      expect(message).not.toMatch(FOR_MACHINES);
  }
});

test.describe("what is typed is not lost", () => {
  test("a dialog stays open until what is typed in it is sent or discarded", async ({ testPage: page }) => {
    await page.goto("/features");
    await page.getByRole("button", { name: "New feature" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Half a thought");
    await page.mouse.click(5, 5);
    await expect(dialog.getByText("Discard what you have typed?")).toBeVisible();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("Half a thought");
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("button", { name: "Keep editing" })).toBeFocused();

    // A reload keeps it in the tab.
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("button", { name: "New feature" }).first().click();
    await expect(dialog.getByLabel("Name")).toHaveValue("Half a thought");
    await expect(dialog.getByText("What you had typed is here again.")).toBeVisible();
    await dialog.getByRole("button", { name: "Start over" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  test.describe("when the session ends", () => {
    test.use({ expectedRefusals: [/^\/api\/trpc\//] });

    test("the member signs in again, and goes on where they were", async ({ testPage: page, demo }) => {
      await page.goto("/features");
      await page.getByRole("button", { name: "New feature" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Half a thought");
      await page.context().clearCookies({ name: /session-token/ });
      await dialog.getByRole("button", { name: "Create feature" }).click();
      await page.waitForURL("/sign-in");
      await page.getByLabel("E-mail address").fill(demo.admin_email);
      await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("/features");
      await page.getByRole("button", { name: "New feature" }).first().click();
      await expect(dialog.getByLabel("Name")).toHaveValue("Half a thought");
    });
  });

  test("a page with a changed form asks before another replaces it", async ({ testPage: page }) => {
    await page.goto("/settings");
    const field = page.getByLabel("Website");
    await field.fill("https://another.example");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    const customers = page.getByRole("navigation").getByRole("link", { name: "Customers", exact: true });
    await customers.click();
    await question.getByRole("button", { name: "Stay on this page" }).click();
    await expect(field).toHaveValue("https://another.example");
    await customers.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/customers");
  });

  test("a secret that is shown once waits until it is saved", async ({ testPage: page }) => {
    await page.goto("/applications");
    await page.getByRole("main").getByRole("button", { name: "New application" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(`app-${Date.now()}`);
    await dialog.getByRole("button", { name: "Create application" }).click();
    await expect(dialog.getByText("client_secret")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog.getByText("This is not shown again. Save it first.")).toBeVisible();
    await dialog.getByRole("button", { name: "I have saved it" }).click();
    await expect(dialog).toHaveCount(0);
  });
});

test("a number is taken as people write it, and shown back when its field is left", async ({
  testPage: page,
}) => {
  await page.goto("/invitations");
  await page.getByRole("main").getByRole("button", { name: "New code" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("Redemptions");
  await field.fill("1 000");
  await expect(dialog.getByText("= 1,000", { exact: true })).toBeVisible();
  await field.blur();
  await expect(field).toHaveValue("1,000");
  await field.fill("many");
  await field.blur();
  await expect(dialog.getByText("Write a number in digits, such as 25.")).toBeVisible();
  await field.fill("10,000");
  // The click is not lost, although a message appears when the field is left.
  await dialog.getByRole("button", { name: "Create code" }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("Write at most 1000.")).toBeVisible();
});
