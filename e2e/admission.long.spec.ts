import { expectCleanEverywhere } from "./axe.ts";
import { type BackEnd, openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { openMailbox } from "./mailbox.ts";

const PASSWORD = "nobody guesses this long one";

let backEnd: BackEnd;
let tenantId: string;

test.beforeAll(async () => {
  backEnd = await openBackEnd();
  const settings = await backEnd.patch("/v1/settings", { waitlist_referrals: true });
  tenantId = settings.body.tenant_id;
});

const someone = (word: string) =>
  `${word}-${Date.now()}-${Math.random().toString(36).slice(2)}@people.example`;

test("from the waitlist by invitation to an account", async ({ page, memberRequest }) => {
  const mailbox = openMailbox(memberRequest, tenantId);
  const email = someone("ada");
  await page.goto("/p/northwind/waitlist");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Name").fill("Ada");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText(`We will write to ${email}`)).toBeVisible();

  await page.goto(await mailbox.linkIn(email, "waitlist_joined"));
  await expect(page.getByText(/of [\d,]+ waiting/)).toBeVisible();
  await expectCleanEverywhere(page);
  const share = await page.getByLabel("Share this link to move up").inputValue();
  await page.goto(share);
  await expect(page.getByText("A friend has sent you")).toBeVisible();
  const friend = someone("friend");
  await page.getByLabel("E-mail address").fill(friend);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText(`We will write to ${friend}`)).toBeVisible();
  await page.goto(await mailbox.linkIn(email, "waitlist_joined"));
  await expect(page.getByText("No one has joined with it and confirmed yet.")).toBeVisible();
  await page.goto(await mailbox.linkIn(friend, "waitlist_joined"));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address is confirmed.")).toBeVisible();
  await page.goto(await mailbox.linkIn(email, "waitlist_joined"));
  await expect(page.getByText("1 person has joined with it and confirmed.")).toBeVisible();

  const invited = await backEnd.post("/v1/invitations/token", { email });
  expect(invited.status).toBe(201);
  const link = await mailbox.linkIn(email, "invitation");
  await page.goto(link);
  await expect(page.getByLabel("E-mail address")).toHaveValue(email);
  await expectCleanEverywhere(page);
  await page.getByLabel("Password").fill("password");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByText("too easy to guess")).toBeVisible();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This invitation cannot be used any more.")).toBeVisible();
});

test("an account by a code is confirmed by mail, and its password can be set anew", async ({
  page,
  memberRequest,
}) => {
  const mailbox = openMailbox(memberRequest, tenantId);
  const email = someone("ben");
  const { body } = await backEnd.post("/v1/invitations/code", { trialDays: 30 });
  await page.goto("/p/northwind/redeem");
  await page.getByLabel("Invitation code").fill("not-a-code");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("We do not know this invitation.")).toBeVisible();
  await page.getByLabel("Invitation code").fill(body.code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Your code gives you 30 free days.")).toBeVisible();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`We have sent a message to ${email}`)).toBeVisible();

  const link = await mailbox.linkIn(email, "verification");
  await page.goto(link);
  await expectCleanEverywhere(page);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`You can now sign in as ${email}.`)).toBeVisible();
  await page.goto(link);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This link is not valid any more.")).toBeVisible();

  await page.goto("/p/northwind/reset-password");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If there is an account with ${email}`)).toBeVisible();
  await page.goto(await mailbox.linkIn(email, "password_reset"));
  await page.getByLabel("New password").fill(`${PASSWORD}, and anew`);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the waitlist takes an address, and says that something is wrong", async ({ page }) => {
    await page.goto("/p/northwind/waitlist?lang=de");
    await page.getByLabel("E-Mail-Adresse").fill("ada@localhost");
    // A blank sign that no browser takes for one.
    await page.getByLabel("Name").fill("\u2800");
    await page.getByRole("button", { name: "Eintragen" }).click();
    await expect(page.getByText("Bitte prüfen Sie Ihre Eingaben.")).toBeVisible();
    await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue("ada@localhost");
    const email = someone("cleo");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByLabel("Name").fill("Cleo");
    await page.getByRole("button", { name: "Eintragen" }).click();
    await expect(page.getByText(`Wir schreiben an ${email}`)).toBeVisible();
  });
});
