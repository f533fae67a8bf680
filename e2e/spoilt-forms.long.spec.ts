import type { BrowserContext, Locator, Page } from "@playwright/test";
import { chooseAction, expect, test } from "./fixtures.ts";
import { anInvoice } from "./sandbox.ts";

// Each form of the dashboard, sent empty and spoilt. What it says is for people: no words of the validator, no JSON, no name of a
// field of the API; and the first field that is wrong is marked, in view, and has the focus. One test for each form, on a page
// that stays open, in the sandbox, where what should be refused and is not does no harm.

const FOR_MACHINES =
  /Invalid input|Invalid option|Invalid string|expected \w+|received|Too (?:small|big)|Unrecognized|`|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*\b|[{[]"|undefined|NaN|\[object/;
/** No words of ours: codes of errors, what was typed, names of events and beginnings of keys, which a field takes as they are. */
const NOT_OURS = /“[^”]*”|\(K\d{4}\)|\b[a-z_]+\.[a-z_]+\b|\b\w+…/g;

/** Refused by every kind of field: no number, amount, date, address or identifier, and too long for a text. */
const SPOILT = "?".repeat(20_001);

const TYPED = [
  "input:not([type])",
  "textarea",
  ...["text", "email", "password", "url"].map((type) => `input[type=${type}]`),
]
  .map((field) => `${field}:enabled:not([readonly])`)
  .join(", ");

/** Where the buttons are that open the dialogs; `first` is a link on that page that leads to a page of one thing. */
const DIALOGS: { path: string; first?: string; tab?: string; isMenu?: true; buttons: (string | RegExp)[] }[] =
  [
    {
      path: "/subscriptions",
      first: "/subscriptions/sub_",
      isMenu: true,
      buttons: ["Charge an item", "Cancel subscription"],
    },
    { path: "/invoices", buttons: ["New invoice"] },
    { path: "/revenue", buttons: ["In one currency"] },
    { path: "/catalog", buttons: ["New product", "Edit Beacon", "New plan of Beacon"] },
    { path: "/catalog/templates", buttons: ["Use this template: SaaS with seats"] },
    { path: "/features", buttons: ["New feature", "Edit API calls"] },
    { path: "/waitlist", buttons: ["Add person", "Invite next…"] },
    { path: "/invitations", buttons: ["New code", "Invite by mail"] },
    { path: "/applications", buttons: ["New application"] },
    { path: "/webhook-endpoints", buttons: ["New endpoint"] },
    { path: "/clocks", buttons: ["Add clock"] },
    { path: "/settings", buttons: ["Grant access"] },
    { path: "/settings/team", buttons: ["Invite"] },
    { path: "/settings/provider", buttons: [/account$|^Connect Stripe$/] },
    { path: "/settings/account", buttons: ["Edit", "Change password", "Switch on"] },
    { path: "/customers", first: "/customers/cus_", buttons: ["Correct usage of API calls"] },
    {
      path: "/customers",
      first: "/customers/cus_",
      isMenu: true,
      buttons: ["Edit details", "Add a note", "Erase this person…"],
    },
    { path: "/customers", first: "/customers/cus_", tab: "Overrides", buttons: ["New override"] },
    { path: "/customers", first: "/customers/cus_", tab: "Notes", buttons: ["Add a note"] },
  ];

/** Forms in the pages themselves, by the button that sends them; `open` is pressed first. */
const IN_PAGES: { path: string; first?: string; part: string; open?: string }[] = [
  { path: "/subscriptions/new", part: "New subscription" },
  { path: "/settings/branding", part: "Branding" },
  ...["Letterhead", "Invoice numbers", "Due dates and reminders", "Failed payments"].map((part) => ({
    path: "/settings/billing",
    part,
  })),
  { path: "/catalog", first: "/catalog/plans/", part: "Prices", open: "Add a price" },
  { path: "/catalog", first: "/catalog/plans/", part: "What it includes", open: "New feature" },
  { path: "/catalog", first: "/catalog/plans/", part: "Name and description" },
];

test.describe("a form says in words what it lacks", () => {
  let context: BrowserContext;
  let page: Page;
  let shown = "";

  test.beforeAll(async ({ browser, testState, baseURL }) => {
    context = await browser.newContext({ baseURL, storageState: testState, reducedMotion: "reduce" });
    page = await context.newPage();
    // Without an invoice, Revenue has nothing to convert.
    await anInvoice(page, baseURL ?? "");
  });
  test.afterAll(() => context.close());

  /** Opens a page, unless it is open already. */
  async function visit({ path, first, tab }: { path: string; first?: string; tab?: string }): Promise<void> {
    const wanted = [path, first, tab].join(" ");
    if (wanted === shown) return;
    await page.goto(path);
    if (first !== undefined) {
      await page.getByRole("main").locator(`a[href^="${first}"]`).first().click();
      await page.waitForURL(({ pathname }) => pathname.startsWith(first));
    }
    if (tab !== undefined) await page.getByRole("tab", { name: tab }).click();
    shown = wanted;
  }

  for (const place of DIALOGS)
    for (const name of place.buttons)
      test(`${[place.path, place.first && "one", place.tab].filter(Boolean).join(", ")}: ${String(name)}`, async () => {
        await visit(place);
        const exact = typeof name === "string";
        const main = page.getByRole("main");
        const opener = main.getByRole("button", { name, exact }).or(main.getByRole("switch", { name }));
        if (place.isMenu && exact) await chooseAction(page, name);
        else await opener.first().click();
        const dialog = page.getByRole("dialog");
        const form = dialog.locator("form");
        await expect(typedIn(form).first()).toBeVisible();
        await sendEmptyAndSpoilt(form);
        await page.keyboard.press("Escape");
        const discard = dialog.getByRole("button", { name: "Discard" });
        const isGone = async () => (await dialog.count()) === 0;
        await expect.poll(async () => (await isGone()) || (await discard.isVisible())).toBe(true);
        if (!(await isGone())) await discard.click();
        await expect(dialog).toHaveCount(0);
      });

  for (const place of IN_PAGES)
    test(`${place.path}: ${place.part}`, async () => {
      shown = "";
      await visit(place);
      const part = page.getByRole("region", { name: place.part, exact: true });
      const form = part.locator("form:has([type=submit])").last();
      await expect(part).toBeVisible();
      if (place.open !== undefined && (await form.count()) === 0)
        await part.getByRole("button", { name: place.open, exact: true }).click();
      await expect(typedIn(form).first()).toBeVisible();
      await sendEmptyAndSpoilt(form);
      // What was typed is kept in the tab for the next visit.
      await page.evaluate(() => sessionStorage.clear());
    });
});

const typedIn = (form: Locator) => form.locator(TYPED).filter({ visible: true });

/** Sends the form empty, where it asks for something, and then with nonsense in every field. */
async function sendEmptyAndSpoilt(form: Locator): Promise<void> {
  const fill = async (text: string) => {
    for (const field of await typedIn(form).all()) await field.fill(text);
  };
  const asks = await form.locator(`:is(${TYPED})[aria-required=true]`).filter({ visible: true }).count();
  if (asks > 0) {
    await fill("");
    await expectRefusal(form);
  }
  await fill(SPOILT);
  await expectRefusal(form);
}

async function expectRefusal(form: Locator): Promise<void> {
  await form.locator("[type=submit]").last().click();
  const messages = form.locator("[id$='-error'], [role=alert]").filter({ hasText: /\S/ });
  const wrong = form.locator("[aria-invalid=true]").first();
  await expect(wrong).toBeFocused();
  await expect(wrong).toBeInViewport();
  for (const message of await messages.allInnerTexts())
    expect(message.replaceAll(NOT_OURS, "")).not.toMatch(FOR_MACHINES);
  expect(await messages.count()).toBeGreaterThan(0);
}
