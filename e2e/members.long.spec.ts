import { execFile } from "node:child_process";
import { generate } from "otplib";
import { expectCleanInBothThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a long sentence nobody types";

test.describe("a member who may only read, or only help customers", () => {
  test("is invited, joins, and is refused by the server itself", async ({
    testPage: page,
    browser,
    baseURL,
  }) => {
    const refused: Record<string, [string, object][]> = {
      VIEWER: [
        ["customers.addNote", { customer_id: "first-try", body: "x" }],
        ["overrides.create", { customer: "first-try", feature_key: "events", limit_add: 1, reason: "x" }],
        ["features.create", { key: "x", name: "x", type: "BOOLEAN" }],
        ["settings.update", { name: "x" }],
      ],
      SUPPORT: [
        ["features.create", { key: "x", name: "x", type: "BOOLEAN" }],
        ["subscriptions.cancel", { id: "sub_x" }],
        ["applications.create", { name: "x", kind: "SERVER" }],
        ["members.invite", { email: "x@example.com", role: "OWNER" }],
      ],
    };
    for (const [role, calls] of Object.entries(refused)) {
      const email = `${role.toLowerCase()}-${Date.now()}@example.com`;
      await page.goto("/settings/team");
      await page.getByRole("button", { name: "Invite" }).click();
      const window = page.getByRole("dialog");
      await window.getByLabel("E-mail").fill(email);
      await window.getByLabel("Role").selectOption(role);
      await window.getByRole("button", { name: "Invite" }).click();
      await expect(window).toContainText("This installation sends no mails: give them this link yourself.");
      const copy = window.getByRole("button", { name: /^Copy the link/ });
      const link = ((await copy.getAttribute("aria-label")) ?? "").replace("Copy the link: ", "");
      await window.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");

      const theirs = await browser.newContext({ baseURL });
      const joining = await theirs.newPage();
      await joining.goto(link);
      await joining.getByLabel("Your name").fill(role);
      await joining.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await joining.getByRole("button", { name: "Join" }).click();
      await expect(
        joining.getByRole("heading", { level: 1, name: "Northwind Signals", exact: true }),
      ).toBeVisible();
      await joining.goto("/customers");
      await expect(joining.getByRole("table", { name: "Customers" })).toBeVisible();
      await joining.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
      await expect(joining.getByRole("tab", { name: "Overview" })).toBeVisible();
      const actions = joining.getByRole("main").getByRole("button", { name: "Actions" });
      await expect(actions).toHaveCount(role === "SUPPORT" ? 1 : 0);
      // No way leads to a page that has nothing for them.
      const menu = joining.getByRole("navigation", { name: "Main" });
      await expect(menu.getByRole("link", { name: "Webhooks" })).toBeVisible();
      await expect(menu.getByRole("link", { name: "Audit log" })).toHaveCount(0);
      await joining.goto("/settings");
      await expect(
        joining.getByText("Owners and admins of Northwind Signals change these settings."),
      ).toBeVisible();
      await joining.goto("/applications");
      await expect(joining.getByText("Owners and admins of Northwind Signals see this.")).toBeVisible();
      // Not by hidden buttons: over HTTP, with their own cookie, for each of the tenants they are in.
      const tenant =
        (await page.context().cookies()).find(({ name }) => name === "usher-tenant")?.value ?? "";
      for (const [path, input] of calls) {
        const answer = await theirs.request.post(`/api/trpc/${path}`, {
          headers: { "x-usher-tenant": tenant },
          data: input,
        });
        expect([path, answer.status(), (await answer.json()).error.data.error.code]).toEqual([
          path,
          403,
          "K2009",
        ]);
      }
      await theirs.close();
      await page.getByRole("button", { name: `Remove ${email}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(0);
    }
  });
});

test.describe("with a second factor", () => {
  test.use({ expectedRefusals: ["/api/auth/callback/credentials"] });

  test("a member signs in by password and code, once by a recovery code, and switches it off", async ({
    testPage: page,
    browser,
    baseURL,
  }) => {
    const email = `careful-${Date.now()}@example.com`;
    await page.goto("/settings/team");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("dialog").getByLabel("E-mail").fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    const copy = page.getByRole("dialog").getByRole("button", { name: /^Copy the link/ });
    const link = ((await copy.getAttribute("aria-label")) ?? "").replace("Copy the link: ", "");

    const theirs = await browser.newContext({ baseURL });
    const own = await theirs.newPage();
    await own.goto(link);
    await own.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await own.getByRole("button", { name: "Join" }).click();
    await expect(own).toHaveURL("/");
    await own.goto("/settings/account");
    await own.getByRole("button", { name: "Switch on" }).click();
    await own.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
    await own.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    const shown = own.getByRole("dialog").getByRole("button", { name: /^Copy the secret/ });
    const secret = ((await shown.getAttribute("aria-label")) ?? "").replace("Copy the secret: ", "");
    await own.getByLabel("Code").fill(await generate({ secret }));
    await own.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
    const recovery = (await own.getByRole("dialog").getByRole("listitem").first().innerText()).trim();
    await own.getByRole("button", { name: "I have saved them" }).click();
    await own.getByRole("button", { name: /^Account/ }).click();
    await own.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(own).toHaveURL("/sign-in");

    await own.getByLabel("E-mail address").fill(email);
    await own.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await own.getByRole("button", { name: "Sign in" }).click();
    await own.getByLabel("Code").fill("000000");
    await own.getByRole("button", { name: "Continue" }).click();
    await expect(own.getByText("The code is wrong, or was used already.")).toBeVisible();
    await own.getByLabel("Code").fill(recovery);
    await own.getByRole("button", { name: "Continue" }).click();
    await expect(own).toHaveURL("/");
    await own.goto("/settings/account");
    await expect(own.getByText("7 recovery codes are left")).toBeVisible();
    await own.getByRole("button", { name: "Switch off" }).click();
    await own.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
    await own.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
    await expect(own.getByRole("button", { name: "Switch on" })).toBeVisible();
    await theirs.close();
  });
});

test("an installation that has an owner cannot be set up again", async ({ page, request }) => {
  await page.goto("/setup");
  await expect(page).toHaveURL("/sign-in");
  const data = { company: "x", slug: "x", email: "x@example.com", password: PASSWORD };
  const answer = await request.post("/api/trpc/members.setUp", { data });
  expect((await answer.json()).error.data.error.code).toBe("K2025");
});

test("a member who forgot their password learns that no mails are sent, and signs in by the operator's link", async ({
  memberPage: page,
  browser,
  baseURL,
}) => {
  const email = `forgetful-${Date.now()}@example.com`;
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog")).toContainText("was invited");

  const context = await browser.newContext({ baseURL });
  const own = await context.newPage();
  await own.goto("/sign-in");
  await own.getByRole("link", { name: "Forgot password?" }).click();
  await expect(own.getByText("This installation sends no mails.")).toBeVisible();
  await expect(own.getByText("npm run reset-password -- you@example.com")).toBeVisible();
  await expectCleanInBothThemes(own);

  const link = await resetLink(email);
  await own.goto(link);
  await expectCleanInBothThemes(own);
  await own.getByLabel("New password", { exact: true }).fill("short");
  await own.getByRole("button", { name: "Change password" }).click();
  await expect(own.getByLabel("New password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await own.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await own.getByRole("button", { name: "Change password" }).click();
  await expect(own).toHaveURL("/sign-in?reset=done");
  await expect(own.getByText("The password has been changed. Sign in with the new one.")).toBeVisible();
  await own.getByLabel("E-mail address").fill(email);
  await own.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await own.getByRole("button", { name: "Sign in" }).click();
  await expect(own).toHaveURL("/");

  const again = await browser.newContext({ baseURL });
  const used = await again.newPage();
  await used.goto(link);
  await used.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await used.getByRole("button", { name: "Change password" }).click();
  await expect(used.getByText("not valid any more")).toBeVisible();
  await context.close();
  await again.close();
});

/** What the operator's command prints. */
function resetLink(email: string): Promise<string> {
  const environment = {
    ...process.env,
    USHER_DATA_DIR: process.env.E2E_DATA_DIR,
    PORT: process.env.E2E_PORT,
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["scripts/reset-password.mjs", email],
      { env: environment },
      (error, stdout) => (error ? reject(error) : resolve(stdout.trim())),
    );
  });
}
