import { openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite } from "./tenant-site.ts";

interface Own {
  customer: { email: string };
  status: string;
  plan: { slug: string };
  entitlements: { feature_key: string; limit: number }[];
}

const PRICING = "/p/northwind/pricing";

const tagged = (isQuick: boolean) => (isQuick ? {} : { tag: "@long" });

test("plans are compared, by the month and by the year, in the currency of choice", async ({ page }) => {
  await page.goto(PRICING);
  const startup = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Startup" }) });
  await expect(startup).toContainText("$49");
  await expect(startup).toContainText("14 days free, no card needed");
  await page.getByRole("radio", { name: /Yearly/ }).check({ force: true });
  await expect(startup).toContainText("$490");
  await expect(startup.getByText("$49", { exact: true })).toBeHidden();
  await page.getByRole("link", { name: "EUR" }).click();
  await expect(startup).toContainText("€45");
  const row = page
    .getByRole("region", { name: "Compare Beacon plans" })
    .getByRole("row", { name: /Single sign-on/ });
  await expect(row.getByRole("cell")).toHaveText(["Not included", "Not included", "Included"]);
});

test("a stepper adds what can be bought more of, and tells the sum", async ({ page }) => {
  await page.goto(PRICING);
  const fleet = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Fleet" }) });
  const more = fleet.getByRole("button", { name: "More: Seats" }).first();
  await more.click();
  await more.click();
  await expect(fleet.getByText("In total $129 per month")).toBeVisible();
  await fleet.getByRole("button", { name: "Choose Fleet" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "$30" })).toBeVisible();
  await expect(page.getByText("Seats: +10")).toBeVisible();
});

test("the checkout of a trial says what is due today, and from when on the price is", async ({ page }) => {
  await page.goto(PRICING);
  const scale = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Scale" }) });
  await scale.getByRole("button", { name: "Start free trial" }).click();
  await expect(page.getByRole("definition")).toHaveText(["$199", "$0", "$199 per month"]);
  await expect(page.getByRole("term").nth(1)).toHaveText("Due today");
  await expect(page.getByText("You enter your card on the next page.")).toBeVisible();
  // Where a trial needs no card, nothing asks for one.
  await page.goto(PRICING);
  const startup = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Startup" }) });
  await startup.getByRole("button", { name: "Start free trial" }).click();
  await expect(page.getByRole("button", { name: "Start free trial" })).toBeVisible();
  await expect(page.getByText("You enter your card on the next page.")).toHaveCount(0);
});

test("from the price list through the checkout to a live subscription", async ({ page }) => {
  const backEnd = await openBackEnd();
  const email = `buyer-${Date.now()}@customers.example`;
  await page.goto(PRICING);
  const crew = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Fleet" }) });
  await crew.getByRole("button", { name: "Choose Fleet" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Fill in this field.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Subscribe" })).toBeVisible();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByRole("button", { name: "More Harbor Fleet: Seats" }).click();
  await expect(page.getByText("$114.00", { exact: true })).toBeVisible();
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(/\/p\/northwind\/checkout\/success/);
  await expect(page.getByRole("heading", { name: "your checkout is complete" })).toBeVisible();
  await expect(page.getByText("Your subscription to Harbor Fleet is active.")).toBeVisible();
  const fact = (name: string) =>
    page.locator("dl > div").filter({ has: page.getByRole("term").filter({ hasText: name }) });
  await expect(fact("Plan")).toContainText("Harbor Fleet");
  await expect(fact("Seats")).toContainText("30");
  await expect(fact("Price")).toContainText("$114 per month");
  await expect(fact("Next charge")).toContainText(/\w+ \d+, 20\d\d/);
  await expect(fact("Payment method")).toContainText("Visa ending in 4242");
  const receipt = await fact("Receipt").getByRole("link").getAttribute("href");
  const pdf = await page.request.get(receipt ?? "");
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  const own = async () => {
    const { body } = await backEnd.get("/v1/billing/subscriptions?limit=200");
    const all: Own[] = body.data;
    return all.find(({ customer }) => customer.email === email);
  };
  await expect.poll(async () => (await own())?.status).toBe("ACTIVE");
  const { plan, entitlements } = (await own()) ?? {};
  expect(plan?.slug).toBe("fleet");
  // 25 seats with the plan, and the step of 5 that was added on the card provider's page.
  expect(entitlements?.find(({ feature_key }) => feature_key === "seats")?.limit).toBe(30);
});

test("a browser that has the page already is answered without one", async ({ request }) => {
  const first = await request.get(PRICING);
  const { etag = "" } = first.headers();
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await request.get(PRICING, { headers: { "if-none-match": etag } });
  expect([again.status(), (await again.body()).byteLength]).toEqual([304, 0]);
  const second = await request.get(PRICING);
  expect(await second.text()).toBe(await first.text());
  expect(second.headers()["content-security-policy"]).toBe(first.headers()["content-security-policy"]);
  const other = await request.get(PRICING, { headers: { "if-none-match": etag, "accept-language": "de" } });
  expect(other.status()).toBe(200);
});

test("the page looks and works the same when it is opened again", { tag: "@long" }, async ({ page }) => {
  for (const visit of ["first", "second", "third"]) {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === PRICING);
    await page.goto(PRICING);
    const response = await answered;
    // Playwright shows the stored page's 200; what came over the wire is the 304 that has no body.
    const { responseBodySize } = await response.request().sizes();
    expect([visit, responseBodySize > 0]).toEqual([visit, visit === "first"]);
    const startup = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Startup" }) });
    await expect(startup).toHaveCSS("border-radius", /[1-9]/);
    await expect(startup.getByText("$490", { exact: true })).toBeHidden();
    await page.getByRole("radio", { name: /Yearly/ }).check({ force: true });
    await expect(startup.getByText("$490", { exact: true })).toBeVisible();
    await expect(startup.getByText("$49", { exact: true })).toBeHidden();
    await page.getByRole("radio", { name: /Monthly/ }).check({ force: true });
    const fleet = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Fleet" }) });
    await fleet.getByRole("button", { name: "More: Seats" }).first().click();
    await expect(fleet.getByText("In total $114 per month")).toBeVisible();
  }
});

test("what a browser may keep carries the same headers when it is asked about again", async ({ request }) => {
  const html = await (await request.get(PRICING)).text();
  const style = /<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/.exec(html)?.[1] ?? "";
  const paths = [
    PRICING,
    style,
    "/",
    "/sign-in",
    "/docs",
    "/docs/webhooks",
    "/docs/search.json",
    "/icon.svg",
  ];
  const pages = ["/p/northwind/waitlist", "/p/northwind/register", "/checkout/success", "/api-reference"];
  const kept: string[] = [];
  for (const path of [...paths, ...pages]) {
    const first = await request.get(path, { maxRedirects: 0 });
    const { etag, "last-modified": modified, "content-security-policy": policy } = first.headers();
    if (etag === undefined && modified === undefined) continue;
    // A page with a nonce is another one each time: a stored copy would not know the new one.
    expect([path, policy?.includes("nonce-")]).toEqual([path, false]);
    const again = await request.get(path, {
      headers: { ...(etag && { "if-none-match": etag }), ...(modified && { "if-modified-since": modified }) },
    });
    expect([path, again.status(), again.headers()["content-security-policy"]]).toEqual([path, 304, policy]);
    kept.push(path);
  }
  expect(kept).toEqual(expect.arrayContaining([PRICING]));
});

test("the page has no script but the steppers'", async ({ request }) => {
  const page = await request.get(PRICING);
  const scripts = [...(await page.text()).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  expect(scripts).toEqual(['<script type="application/ld+json">', '<script src="/pricing.js" defer="">']);
  expect(page.headers()["content-security-policy"]).toContain("script-src 'self';");
  expect(page.headers()["content-security-policy"]).not.toContain("nonce");
});

test("a link to the page is shown with the tenant's name and picture", async ({ request, baseURL }) => {
  const html = await (await request.get(PRICING)).text();
  const tags = new Map(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)].map(
      ([, name = "", content = ""]) => [name, content],
    ),
  );
  expect(tags.get("og:title")).toBe("Plans and prices · Northwind Signals");
  expect(tags.get("og:url")).toBe(`${baseURL}${PRICING}`);
  expect(tags.get("og:site_name")).toBe("Northwind Signals");
  expect(tags.get("twitter:card")).toBe("summary_large_image");
  const image = tags.get("og:image") ?? "";
  expect(image).toBe(`${baseURL}${PRICING}/opengraph-image`);
  const picture = await request.get(image);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
});

test("search engines are told the plans and their prices", async ({ request }) => {
  const html = await (await request.get(PRICING)).text();
  const json = /<script type="application\/ld\+json">([^<]*)</.exec(html)?.[1] ?? "";
  const graph: { name: string; offers: { price: string; priceCurrency: string }[] }[] =
    JSON.parse(json)["@graph"];
  const startup = graph.find(({ name }) => name === "Beacon Startup");
  expect(startup?.offers).toContainEqual(expect.objectContaining({ price: "49.00", priceCurrency: "USD" }));
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the price list reads, switches and leads on", async ({ page }) => {
    await page.goto(PRICING);
    const startup = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Startup" }) });
    await page.getByText("Yearly").click();
    await expect(startup.getByText("$490")).toBeVisible();
    await startup.getByRole("button", { name: "Choose Startup" }).click();
    await page.getByLabel("E-mail address").fill(`quiet-${Date.now()}@customers.example`);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { name: "Subscribe" })).toBeVisible();
  });
});

// One that is spoken with a region, and one that is not; each other one is the same way through other texts.
for (const [locale, title, isQuick] of [
  ["de-AT", "Tarife und Preise", true],
  ["fr", "Offres et tarifs", false],
  ["es-MX", "Planes y precios", false],
  ["ja", "プランと料金", false],
  ["pt", "Plans and prices", true],
] as const) {
  test.describe(`for a browser that prefers ${locale}`, () => {
    test.use({ locale });

    test(
      `the page says "${title}", and keeps another language that is chosen`,
      tagged(isQuick),
      async ({ page }) => {
        await page.goto(PRICING);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        const spoken = locale.slice(0, 2) === "pt" ? "en" : locale.slice(0, 2);
        await expect(page.locator("html")).toHaveAttribute("lang", spoken);
        await page.locator("summary").click();
        const other = locale === "ja" ? "Deutsch" : "日本語";
        await page.getByRole("link", { name: other }).click();
        await page.goto("/p/northwind/waitlist");
        await expect(page.locator("html")).toHaveAttribute("lang", locale === "ja" ? "de" : "ja");
      },
    );
  });
}

// Without attributes: the test below. A module does not know where it came from by the way the others do.
for (const [attributes, isQuick] of [
  ["async", false],
  ["defer", false],
  ['type="module"', true],
] as const) {
  test(
    `a page that loads embed.js by <script ${attributes}> gets its frames from where the script came`,
    tagged(isQuick),
    async ({ page, baseURL }) => {
      const site = await openTenantSite();
      const appId = await (await openBackEnd()).anApplication(site.origin);
      const element = `<usher-pricing app-id="${appId}" product="harbor"></usher-pricing>`;
      await page.goto(site.page(`${element}<script ${attributes} src="${baseURL}/embed.js"></script>`));
      const frame = page.frameLocator(`usher-pricing iframe[src^="${baseURL}/embed/pricing?"]`);
      await expect(frame.getByRole("heading", { name: "Armada" })).toBeVisible();
      await site.close();
    },
  );
}

test("a tenant's own page embeds the price list, and may sell by itself", async ({ page, baseURL }) => {
  const site = await openTenantSite();
  const backEnd = await openBackEnd();
  const appId = await backEnd.anApplication(site.origin);
  const address =
    site.page(`<h1>Our prices</h1><usher-pricing app-id="${appId}" product="harbor"></usher-pricing>
<script>
  document.querySelector("usher-pricing").addEventListener("chosen", (event) => {
    event.preventDefault();
    window.chosen = event.detail;
  });
</script><script src="${baseURL}/embed.js"></script>`);
  await page.goto(address);
  const frame = page.frameLocator("usher-pricing iframe");
  await expect(frame.getByRole("heading", { name: "Beacon" })).toHaveCount(0);
  const armada = frame.getByRole("article").filter({ has: frame.getByRole("heading", { name: "Armada" }) });
  await armada.getByRole("button", { name: "More: Seats" }).first().click();
  await armada.getByRole("button", { name: "Choose Armada" }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "chosen")))
    .toMatchObject({
      plan_price_id: await backEnd.priceOf("armada"),
      drivers: [{ feature_key: "seats", steps: 1 }],
    });
  const { height } = (await page.locator("usher-pricing iframe").boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(600);
  await site.close();
});
