import type { Page } from "@playwright/test";
import { expectClean, RULES_OF_THEMES } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";

// Files as people have them, through the window of the dashboard: the browser sends the bytes, the server alone reads them.

const unique = (name: string) => `${name}-${Math.random().toString(36).slice(2, 10)}`;

async function choose(page: Page, buffer: Buffer) {
  await page.goto("/waitlist");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const window = page.getByRole("dialog", { name: "Import from CSV" });
  await window.getByLabel("File").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  return window;
}

/** The name that the waitlist shows of an address. */
async function expectName(page: Page, email: string, name: string) {
  await page.goto("/waitlist");
  await page.getByRole("searchbox").fill(email);
  await expect(page.getByRole("table", { name: "Entries" }).getByRole("row").last()).toContainText(name);
}

test.describe("a file whose encoding is not UTF-8", () => {
  test.use({ expectedRefusals: [/waitlist\.previewFile$/] });

  test("is refused with the line, and imported right once its encoding is chosen", async ({
    testPage: page,
  }) => {
    const email = `${unique("joerg")}@example.com`;
    const window = await choose(page, Buffer.from(`email;name\n${email};Jörg Müller\n`, "latin1"));
    await expect(window).toContainText("line 2 is not UTF-8");
    await expect(window.getByRole("button", { name: /^Import/ })).toHaveCount(0);
    await window.getByLabel("Encoding").selectOption("windows-1252");
    await expect(window.getByRole("table", { name: "First lines" })).toContainText("Jörg Müller");
    await window.getByRole("button", { name: "Import 1" }).click();
    await expect(window).toContainText("1 person imported.");
    await expectName(page, email, "Jörg Müller");
  });
});

test("UTF-16 as Excel saves it is read without a choice", async ({ testPage: page }) => {
  const email = `${unique("zoe")}@example.com`;
  const text = Buffer.from(`\uFEFFemail\tname\r\n${email}\tZoë €\r\n`, "utf16le");
  const window = await choose(page, text);
  await expect(window.getByRole("table", { name: "First lines" })).toContainText("Zoë €");
  await window.getByRole("button", { name: "Import 1" }).click();
  await expect(window).toContainText("1 person imported.");
  await expectName(page, email, "Zoë €");
});

test("a stray quote costs its line alone, and the window says which and why", async ({ testPage: page }) => {
  const one = unique("quote");
  const people = Array.from({ length: 700 }, (_, index) => `${one}-${index}@example.com,Person ${index}`);
  const file = ["email,name", ...people.slice(0, 3), `${one}-x@example.com,"Ada`, ...people.slice(3)].join(
    "\n",
  );
  const window = await choose(page, Buffer.from(file));
  await expect(window).toContainText("700 lines can be imported, 1 cannot.");
  const refused = 'Line 5a quote (") is opened and not closed';
  await expect(window.getByRole("region", { name: "These lines will not be imported" })).toContainText(
    refused,
  );
  await window.getByRole("button", { name: "Import 700" }).click();
  await expect(window).toContainText("700 people imported.");
  await expect(window.getByRole("region", { name: "Lines with problems" })).toContainText(refused);
  await expectName(page, `${one}-699@example.com`, "Person 699");
});

test("a file of nearly 8 MB is read to its end", async ({ testPage: page }) => {
  const line = (index: number) => `p${index}@example.com,${"x".repeat(175)}\n`;
  const file = `email,name\n${Array.from({ length: 40_000 }, (_, index) => line(index)).join("")}`;
  const window = await choose(page, Buffer.from(file));
  await expect(window).toContainText("40,000 lines can be imported.");
});

test("a file larger than the window takes is named before it is sent", async ({ testPage: page }) => {
  const window = await choose(page, Buffer.alloc(8_000_001, "a"));
  await expect(window).toContainText("The file is larger than 8 MB.");
  await expect(window.getByRole("button", { name: /^Import/ })).toHaveCount(0);
});

for (const width of [1280, 390]) {
  test(`the window reads well in both themes, ${width} px wide`, async ({ testPage: page }) => {
    await page.setViewportSize({ width, height: 900 });
    const one = unique("look");
    const lines = [
      "email,name,city,company",
      `${one}@example.com,Zoë Müller,Köln,Acme`,
      `${one}-2@example.com,,,`,
      "x,Y",
    ];
    const window = await choose(page, Buffer.from(`${lines.join("\n")}\na@example.com,"Ada\n`));
    const look = async (name: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectClean(page, { rules: colorScheme === "light" ? undefined : RULES_OF_THEMES });
        await keepPicture(page, `import-${name}-${width}-${colorScheme}`);
      }
    };
    await expect(window).toContainText("2 lines can be imported, 2 cannot.");
    await look("preview");
    await window.getByRole("button", { name: "Import 2" }).click();
    await expect(window).toContainText("2 people imported.");
    await look("result");
  });
}
