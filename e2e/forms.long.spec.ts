import { expect, test } from "./fixtures.ts";
import { fillSubscription, sendSubscription } from "./start-subscription.ts";

// Public forms, sent empty and spoilt. What they say is for people: no words of the validator, no JSON,
// no name of a field of the API; and the first field that is wrong is marked and has the focus.

const FOR_MACHINES =
  /Invalid input|Invalid option|Invalid string|expected \w+|received|Too (?:small|big)|Unrecognized|`|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*\b|[{[]"|undefined|NaN|\[object/;

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
    await page.goto("/settings/branding");
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

  test("so do the dialogs of a change of plan and of an import", async ({ testPage: page }) => {
    const dialog = page.getByRole("dialog");
    const keepThenDiscard = async () => {
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.getByRole("button", { name: "Discard" }).click();
      await expect(dialog).toHaveCount(0);
    };
    const customer = `company-${Date.now().toString(36)}`;
    await fillSubscription(page, { customer, plan: /^Fleet/, pay: "Test card that works" });
    await sendSubscription(page, "Start and charge $99.00");
    await page.getByRole("button", { name: "Change plan" }).click();
    await dialog.getByLabel("When").selectOption("period_end");
    await keepThenDiscard();
    await page.getByRole("button", { name: "Change plan" }).click();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    await page.goto("/waitlist");
    await page.getByRole("button", { name: "Import" }).click();
    const file = {
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("email\nada@people.example\n"),
    };
    await dialog.locator("input[type=file]").setInputFiles(file);
    await expect(dialog.getByRole("button", { name: "Import 1 person" })).toBeVisible();
    await keepThenDiscard();
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
  await page.getByRole("main").getByRole("button", { name: "New code" }).first().click();
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
