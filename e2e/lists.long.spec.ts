import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { expect, expectActiveOption, test } from "./fixtures.ts";

test("a list is searched, filtered and sorted by the server, and its state is in the address", async ({
  memberPage: page,
}) => {
  await page.goto("/customers");
  const rows = page.getByRole("table", { name: "Customers" }).locator("tbody").getByRole("row");
  await page.getByRole("searchbox").fill("globex");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=globex/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("globex");
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox").fill("no such name");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await page.getByLabel("Subscription").selectOption("PAUSED");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Subscription").selectOption("");
  await page.getByRole("button", { name: "Your id" }).click();
  await page.getByRole("button", { name: "Your id" }).click();
  await expect(rows.first()).toContainText("Acorn Health");
  await expect(page.getByRole("columnheader", { name: "Your id" })).toHaveAttribute("aria-sort", "ascending");
});

test("pages follow each other, and back", async ({ memberPage: page }) => {
  await page.goto("/usage?status=ANY");
  const rows = page.getByRole("table", { name: "Counters" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(50);
  // Loaded after the rows.
  await expect(rows.getByRole("button", { name: /^Correct usage/ }).first()).toBeVisible();
  const first = await rows.first().innerText();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/counters-page=/);
  await expect(rows.first()).not.toHaveText(first, { useInnerText: true });
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(rows.first()).toHaveText(first, { useInnerText: true });
});

test("a list is exported whole, as it is filtered", async ({ memberPage: page }) => {
  await page.goto("/subscriptions?status=UNPAID");
  await expect(
    page.getByRole("table", { name: "Subscriptions" }).locator("tbody").getByRole("row"),
  ).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file[0]).toBe("\uFEFF");
  const lines = file.trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("id,customer,email");
  expect(lines[0]).toContain("customer_name,status_name,collected");
  for (const line of lines.slice(1)) expect(line).toMatch(/,UNPAID,.*,Unpaid,By (?:card|transfer)$/);
});

test("the command palette finds anything by name, address or id, by the keyboard alone", async ({
  memberPage: page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill("umbra");
  await expectActiveOption(page, "Umbra Labs");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Umbra Labs" })).toBeVisible();
  const [, id = ""] = /customers\/(\w+)/.exec(page.url()) ?? [];
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill("audit");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill(id);
  await page.getByRole("option", { name: /Umbra Labs/ }).click();
  await expect(page).toHaveURL(new RegExp(id));
});

test("the chosen result is always in view, and the keyboard goes back where it was", async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Invoices" });
  await link.focus();
  await page.keyboard.press("Control+k");
  const option = page.getByRole("option", { selected: true });
  await expect(option).toHaveText("Home");
  await page.keyboard.press("ArrowUp");
  await expect(option).not.toHaveText("Home");
  await expect(option).toBeInViewport({ ratio: 1 });
  // Pressed beside a result, the list leaves the keyboard with the field.
  await page.getByText("Pages", { exact: true }).click();
  await page.keyboard.type("home");
  await expect(page.getByRole("option", { name: /Willow Homes/ })).toBeVisible();
  // What the server found stands below: it takes no option from under the finger.
  await expect(option).toHaveText("Home");
  await page.keyboard.type(" unknown");
  await expect(page.getByRole("status")).toHaveText("No results.");
  await expect(page.getByRole("combobox")).toHaveAttribute("aria-activedescendant", "");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Go to" })).toBeHidden();
  await expect(link).toBeFocused();

  await page.goto("/features");
  const open = page.getByRole("button", { name: "New feature" });
  await open.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("the arrow keys go through a list from its search, and Enter opens", async ({ memberPage: page }) => {
  await page.goto("/customers?sort=external_id&order=asc");
  const titles = page.getByRole("table", { name: "Customers" }).locator("tbody [data-cell=title] > a");
  await expect(titles.first()).toContainText("Acorn Health");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("ArrowDown");
  await expect(titles.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(titles.nth(1)).toBeFocused();
  // The frame of what has the focus is that of its row.
  await expect(page.locator("tbody tr").nth(1)).toHaveCSS("outline-style", "solid");
  const name = (await titles.nth(1).locator("span span").first().innerText()).trim();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  for (const path of [
    "/subscriptions",
    "/invoices",
    "/waitlist",
    "/events",
    "/audit",
    "/mailbox",
    "/features",
  ]) {
    await page.goto(path);
    const rows = page.locator("main tbody tr");
    await rows.first().locator("button:visible, a:visible").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1).locator(":focus"), path).toHaveCount(1);
  }
});

test("the views of a list stand above it, filters are chips, and the title counts", async ({
  memberPage: page,
}) => {
  await page.goto("/subscriptions");
  const count = page.locator("h1 + span");
  const whole = Number.parseInt(await count.innerText(), 10);
  await page.getByRole("button", { name: "Unpaid" }).click();
  await expect(page).toHaveURL(/status=UNPAID/);
  await expect(count).toHaveText(`1 of ${whole} subscriptions`);
  await page.getByLabel("Payment").selectOption("PROVIDER_A");
  await page.getByRole("button", { name: "Take off “By card”" }).click();
  await expect(page.getByLabel("Payment")).toBeFocused();
  await expect(page).not.toHaveURL(/provider=/);

  await page.goto("/invoices");
  await expect(page.getByRole("table", { name: "Invoices" })).toBeVisible();
  const note = page.getByText(/invoices? of 0, such as/);
  await note.getByRole("button", { name: /^Show/ }).click();
  await expect(page).toHaveURL(/zero=true/);
  await expect(note).toBeHidden();
  await expect(page.getByRole("table", { name: "Invoices" })).toContainText(/[$€]0\.00/);
});

test("history is found by the name of a customer, and told by it", async ({ memberPage: page }) => {
  for (const path of ["/events", "/audit"]) {
    await page.goto(path);
    await page.getByRole("searchbox").fill("globex");
    await expect(page).toHaveURL(/q=globex/);
    await expect(
      page.getByRole("button", { name: /^Globex's subscription to Startup began\./ }),
    ).toBeVisible();
    await expect(page.locator("main tbody tr").filter({ hasNotText: /globex/i })).toHaveCount(0);
  }
});

test("who changes to the other mode by the palette stands on the page's content", async ({
  memberPage: page,
}) => {
  await page.goto("/customers");
  await expect(page.getByRole("table", { name: "Customers" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill("switch to test");
  await expectActiveOption(page, "Switch to test mode");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Test" }),
  ).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#content")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill("archive startup");
  await page.getByRole("option", { name: /^Archive Startup/ }).click();
  await expect(page.getByRole("group", { name: "Archive plan" })).toBeVisible();
  await page.getByRole("button", { name: "Keep plan" }).click();
});

test("the numbers behind a chart are one click away", async ({ memberPage: page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Show the numbers of Paying subscriptions" }).click();
  await expect(page.getByRole("table", { name: "Paying subscriptions" }).getByRole("row")).not.toHaveCount(0);
  await page.getByRole("button", { name: "12 months" }).click();
  await expect(page).toHaveURL(/range=12m/);
});

test.describe("a thing that is not there", () => {
  test.use({ expectedRefusals: ["/api/trpc/customers.get"] });

  test("what an address names and is not there leads to the others of its kind", async ({
    memberPage: page,
  }) => {
    await page.goto("/customers/cus_01m7yks7h9eneattttttttttt0").catch(() => undefined);
    await expect(page.getByText(/^This customer does not exist in (Live|Test) mode\./)).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await page.getByRole("link", { name: "All customers" }).click();
    await expect(page).toHaveURL(/\/customers$/);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a list's rows fit, with their actions and codes on one line", async ({ memberPage: page }) => {
    const lists = ["/invoices", "/audit", "/invitations", "/settings/team", "/applications", "/features"];
    for (const path of [...lists, "/invitations?tab=tokens"]) {
      await page.goto(path);
      const table = page.getByRole("table").first();
      await expect(table).toBeVisible();
      const room = await table.evaluate((one) => (one.parentElement?.clientWidth ?? 0) - one.scrollWidth);
      expect([path, room >= 0]).toEqual([path, true]);
    }
    await page.goto("/invitations");
    const code = page.getByRole("cell").first().getByText(/^…/);
    expect((await code.boundingBox())?.height).toBeLessThan(24);
  });
});

test("a list that is loading has the shape of what comes", async ({ memberPage: page }) => {
  for (const [path, asked] of [
    ["/customers", "customers.list"],
    ["/subscriptions", "subscriptions.browse"],
    ["/waitlist", "waitlist.browse"],
  ] as const) {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      (url) => url.pathname.startsWith("/api/trpc/") && url.pathname.includes(asked),
      async (route) => {
        await held;
        await route.continue();
      },
    );
    await page.goto(path);
    const loading = page.locator("main").getByRole("status", { name: "Loading" }).locator("table");
    await expect(loading).toBeVisible();
    const before = await shapeOf(loading);
    answer();
    const table = page.getByRole("main").getByRole("table");
    await expect(table).toBeVisible();
    await expect(loading).toHaveCount(0);
    expect([path, await shapeOf(table)]).toEqual([path, before]);
    await page.unrouteAll({ behavior: "wait" });
  }
});

/** The titles of a table's columns, where they begin to be, and how high its first row is. */
const shapeOf = (table: Locator) =>
  table.evaluate((root) => ({
    titles: [...root.querySelectorAll("th")].map(({ textContent }) => textContent?.replace("Actions", "")),
    top: Math.round(root.getBoundingClientRect().top),
    row: Math.round(root.querySelector("tbody tr")?.getBoundingClientRect().height ?? 0),
  }));
