import { expect, signIn, test } from "./fixtures.ts";

const CALLBACK = "/api/auth/callback/credentials";

test("a visitor who is not signed in is sent to sign in", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign in to Usher" })).toBeVisible();
});

test("who is sent to sign in goes on to the page that they asked for", async ({ page, demo }) => {
  await page.goto("/invoices?status=OPEN");
  await expect(page).toHaveURL(/^[^?]*\/sign-in\?next=/);
  await page.getByLabel("E-mail address").fill(demo.admin_email);
  await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/invoices?status=OPEN");
  await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
});

test("what is missing is said at its field, and nothing is sent", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Fill in this field.")).toHaveCount(2);
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription("Fill in this field.");
  await page.getByLabel("E-mail address").fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("anything");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(/^Write an e-mail address/)).toBeVisible();
  await expect(page.getByText("Fill in this field.")).toHaveCount(0);
});

test.describe("with a wrong password", () => {
  test.use({ expectedRefusals: [CALLBACK] });

  test("the form says so, keeps the address and asks for the password again", async ({ page, demo }) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(demo.admin_email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "address or the password is wrong" }),
    ).toBeVisible();
    await expect(page.getByLabel("E-mail address")).toHaveValue(demo.admin_email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.goto("/");
    await expect(page).toHaveURL("/sign-in");
  });

  test("an unknown address is told the same", async ({ page }) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill("nobody@nowhere.example");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "address or the password is wrong" }),
    ).toBeVisible();
  });
});

test.describe("after too many wrong passwords", () => {
  test.use({ expectedRefusals: [CALLBACK] });

  test("the answer is 429 with Retry-After, and the form says when to try again", async ({ page }) => {
    const email = `guessed-${Date.now()}@example.com`;
    const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
    const form = { email, password: "not the password", csrfToken, json: "true" };
    const guess = (more: Record<string, string> = {}) =>
      page.request.post(CALLBACK, { form: { ...form, ...more }, maxRedirects: 0 });
    for (let round = 0; round < 10; round++) expect((await guess()).status()).toBe(401);

    for (const refused of [await guess(), await guess({ json: "false" })]) {
      expect(refused.status()).toBe(429);
      const seconds = Number(refused.headers()["retry-after"]);
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expect(await refused.json()).toMatchObject({
        code: "K9002",
        message: "Too many failed sign-ins. Try again in 15 minutes.",
        request_id: refused.headers()["x-request-id"],
      });
    }

    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /Try again in 1\d minutes\.$/ })).toBeVisible();
    await expect(page.getByLabel("E-mail address")).toHaveValue(email);
  });
});

test("the keyboard alone is enough", async ({ page, demo }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await page.keyboard.type(demo.admin_email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.admin_password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("signing out ends the session in every tab, and for a copied cookie", async ({
  page,
  demo,
  browser,
  baseURL,
}) => {
  await signIn(page, demo);
  const copied = await browser.newContext({ baseURL, storageState: await page.context().storageState() });
  const other = await copied.newPage();
  await other.goto("/");
  await expect(other).toHaveURL("/");

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  await other.goto("/");
  await expect(other).toHaveURL("/sign-in");
  await copied.close();
});

test("a signed-in member is not asked to sign in again", async ({ page, demo }) => {
  await signIn(page, demo);
  await page.goto("/sign-in");
  await expect(page).toHaveURL("/");
});
