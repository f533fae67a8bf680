import { expect, signIn, test } from "./fixtures.ts";

const CALLBACK = "/api/auth/callback/credentials";

test("who is sent to sign in goes on to the page that they asked for", async ({ page, demo }) => {
  await page.goto("/invoices?status=OPEN");
  await expect(page).toHaveURL(/^[^?]*\/sign-in\?next=/);
  await expect(page.getByRole("heading", { name: "Sign in to Usher" })).toBeVisible();
  await page.getByLabel("E-mail address").fill(demo.admin_email);
  await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/invoices?status=OPEN");
  await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
  // The browser is known from now on; the cookie goes to sign-in alone, and no script reads it.
  const cookies = await page.context().cookies(new URL("/api/auth", page.url()).href);
  expect(cookies.find(({ name }) => name === "usher.device")).toMatchObject({
    path: "/api/auth",
    httpOnly: true,
    sameSite: "Lax",
  });
});

test.describe("a sign-in that is refused", () => {
  test.use({ expectedRefusals: [CALLBACK] });

  test("names what is missing at its field; of a wrong password it keeps the address, and an unknown address is told the same", async ({
    page,
    demo,
  }) => {
    await page.goto("/sign-in");
    const address = page.getByLabel("E-mail address");
    const password = page.getByLabel("Password", { exact: true });
    const submit = page.getByRole("button", { name: "Sign in" });
    await submit.click();
    await expect(page.getByText("Fill in this field.")).toHaveCount(2);
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription("Fill in this field.");
    await address.fill("ada");
    await password.fill("anything");
    await submit.click();
    await expect(page.getByText(/^Write an e-mail address/)).toBeVisible();
    await expect(page.getByText("Fill in this field.")).toHaveCount(0);

    const refusal = page.getByRole("alert").filter({ hasText: "address or the password is wrong" });
    for (const email of [demo.admin_email, "nobody@nowhere.example"]) {
      await address.fill(email);
      await password.fill("not the password");
      const answered = page.waitForResponse((response) => response.url().endsWith(CALLBACK));
      await submit.click();
      await answered;
      await expect(refusal).toBeVisible();
      await expect(address).toHaveValue(email);
      await expect(password).toHaveValue("");
      await expect(password).toBeFocused();
    }
    await page.goto("/");
    await expect(page).toHaveURL("/sign-in");
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

test("the keyboard alone is enough, and who is signed in is not asked again", async ({ page, demo }) => {
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
  await page.goto("/sign-in");
  await expect(page).toHaveURL("/");
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
