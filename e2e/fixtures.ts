import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { readDemo } from "./demo.ts";

interface Fixtures {
  demo: ReturnType<typeof readDemo>;
  /** Paths whose refusal (4xx) the test provokes on purpose; the browser writes each to its console. */
  expectedRefusals: (string | RegExp)[];
  /** An empty page of a signed-in member; each worker signs in once. */
  memberPage: Page;
  /** The same in the demo tenant's sandbox, where nothing that a test does disturbs another. */
  testPage: Page;
  /** Requests of that member, without a page. */
  memberRequest: APIRequestContext;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface WorkerFixtures {
  memberState: State;
  testState: State;
}

/** Tests in which any console error, uncaught exception or failed request is a failure, seen or unseen. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  demo: async ({}, use) => use(readDemo()),
  expectedRefusals: [[], { option: true }],
  // Not a fixture of every test: those that only send requests open no page.
  page: async ({ page, expectedRefusals, javaScriptEnabled }, use) => {
    const faults = watch(page, expectedRefusals, javaScriptEnabled ?? true);
    await use(page);
    expect(faults).toEqual([]);
  },
  memberState: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      await signIn(await context.newPage(), readDemo());
      await use(await context.storageState());
      await context.close();
    },
    { scope: "worker" },
  ],
  testState: [
    async ({ browser, memberState }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL, storageState: memberState });
      const page = await context.newPage();
      await page.goto("/");
      await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Test" }).click();
      await expect(page.getByRole("region", { name: "Test mode" })).toBeVisible();
      await use(await context.storageState());
      await context.close();
    },
    { scope: "worker" },
  ],
  memberRequest: async ({ playwright, memberState, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL, storageState: memberState });
    await use(request);
    await request.dispose();
  },
  memberPage: async ({ page, memberState }, use) => {
    await page.context().addCookies(memberState.cookies);
    await use(page);
  },
  testPage: async ({ page, testState }, use) => {
    await page.context().addCookies(testState.cookies);
    await use(page);
  },
});

export { expect };

function watch(page: Page, expectedRefusals: (string | RegExp)[], hasScripts: boolean): string[] {
  const faults: string[] = [];
  const isExpected = (url: string) => {
    const { pathname } = new URL(url, "http://none");
    return expectedRefusals.some((one) => (typeof one === "string" ? one === pathname : one.test(pathname)));
  };
  page.on("console", (message) => {
    const isFault = message.type() === "error" || message.type() === "warning";
    if (isFault && !isExpected(message.location().url)) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Going to another page breaks off what the old one was still fetching ahead. Without scripts, none is fetched.
    const isHarmless = reason === "net::ERR_ABORTED" || (!hasScripts && request.resourceType() === "script");
    if (!isHarmless) faults.push(`request: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !isExpected(response.url()))
      faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Chooses something from the menu of all that can be done with the object that the page shows. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name, exact: true });
  // The page before may still be there, with a menu of its own.
  await expect(async () => {
    if ((await page.getByRole("menu").count()) > 0 && !(await item.isVisible()))
      await page.keyboard.press("Escape");
    if (!(await item.isVisible()))
      await page.getByRole("main").getByRole("button", { name: "Actions" }).click({ timeout: 5000 });
    await item.click({ timeout: 5000 });
  }).toPass();
}

/** Opens the menu of a narrow screen. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
}

/** What a screen reader is told of a search field: the very option that Enter would open. */
export async function expectActiveOption(page: Page, text: string | RegExp): Promise<void> {
  const option = page.getByRole("option", { selected: true });
  await expect(option).toContainText(text);
  const id = (await option.getAttribute("id")) ?? "";
  await expect(page.getByRole("combobox")).toHaveAttribute("aria-activedescendant", id);
}

/** Signs in through the form and waits for the home page. */
export async function signIn(page: Page, demo: Fixtures["demo"]): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(demo.admin_email);
  await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/");
}
