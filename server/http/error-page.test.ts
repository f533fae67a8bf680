import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoiceLink } from "../domain/billing/invoices/invoice-link.ts";
import { aStory } from "../testing/a-story.ts";
import { openWorld, type World } from "../testing/world.ts";

// What a person sees at the address of a link: a page, also when there is nothing behind it.

/** As Chromium asks for the page behind a link. */
const BROWSER =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";

let world: World;
/** Paths of links to invoices: one of ours that has its PDF, one without, one whose PDF the provider does not send. */
const links = { whole: "", without: "", unreachable: "" };

beforeAll(async () => {
  world = await openWorld();
  const linkTo = async (change: object) => {
    const story = await aStory(world, "2027-01-31T12:00:00Z", {
      plans: [{ slug: "basic", entitlements: {}, prices: [{ amount: 1000 }] }],
    });
    const { scope } = story.tenant;
    const id = await story.start("PROVIDER_B", "basic", { invoice_address: "Ada Ltd\n1 Street\nLondon" });
    const [invoice] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    const key = { tenantId_id: { tenantId: scope.tenantId, id: invoice.id } };
    await world.services.db.invoice.update({ where: key, data: change });
    return new URL(invoiceLink(scope, invoice.id)).pathname;
  };
  links.whole = await linkTo({});
  links.without = await linkTo({ status: "DRAFT", provider: "PROVIDER_A" });
  links.unreachable = await linkTo({ provider: "PROVIDER_A", pdfUrl: "http://127.0.0.1:9/none.pdf" });
});

afterAll(() => world.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.baseUrl}${path}`, { headers });
const press = (path: string, headers: Record<string, string> = {}) =>
  ask(path, { accept: BROWSER, "accept-language": "en-US,en;q=0.9", ...headers });

const FORGED = "/invoices/forgedforgedforgedforged";

describe("a link to an invoice", () => {
  it("is the PDF where there is one", async () => {
    const answer = await press(links.whole);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    await answer.arrayBuffer();
  });

  it.each([
    ["without a PDF", () => links.without, 409, "K6013", "There is no PDF of this invoice"],
    ["that is not ours", () => FORGED, 404, "K6012", "This link does not work"],
    [
      "whose PDF does not come",
      () => links.unreachable,
      503,
      "K7005",
      "The PDF cannot be loaded at the moment",
    ],
  ])("%s is a page for a browser, and JSON for a program", async (_, path, status, code, title) => {
    const page = await press(path());
    expect(page.status).toBe(status);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(`${code} · ${page.headers.get("x-request-id")}`);
    for (const accept of ["application/json", "*/*", "application/pdf, application/json"]) {
      const data = await ask(path(), { accept });
      expect([data.status, data.headers.get("vary")]).toEqual([status, "accept"]);
      expect(await data.json()).toMatchObject({ code });
    }
  });

  it.each([
    [{ "accept-language": "de-AT,de;q=0.9,en;q=0.5" }, "de", "Dieser Link funktioniert nicht"],
    [{ "accept-language": "pt-BR,fr;q=0.7" }, "fr", "Ce lien ne fonctionne pas"],
    [
      { "accept-language": "en", cookie: "usher-theme=dark; usher-lang=ja" },
      "ja",
      "このリンクは使用できません",
    ],
    [{ "accept-language": "ko" }, "en", "This link does not work"],
  ])("speaks the reader's language: %j", async (headers, lang, title) => {
    const html = await (await press(FORGED, headers)).text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(title);
  });

  it("offers to try again only where that helps", async () => {
    expect(await (await press(links.unreachable)).text()).toContain("Try again</a>");
    expect(await (await press(FORGED)).text()).not.toContain("<a ");
  });
});

describe("other addresses that people come to", () => {
  it("a link that a mail program broke is a page", async () => {
    const answer = await press("/p/acme/verify-email%");
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("This link does not work");
  });

  it("a form that another site sends is a page", async () => {
    const body = "email=ada%40example.com";
    const answer = await fetch(`${world.baseUrl}/p/acme/waitlist`, {
      method: "POST",
      body,
      headers: {
        accept: BROWSER,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("This form cannot be sent from here");
  });

  it("REST answers JSON to a browser, too", async () => {
    const answer = await press("/v1/billing/usage");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      401,
      "application/json; charset=utf-8",
    ]);
  });
});

it("a page is never made of what the address says", async () => {
  const html = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(world.baseUrl);
    const sent = httpRequest(
      { hostname, port, path: "/<script>alert(1)</script>%", headers: { accept: BROWSER } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      },
    );
    sent.on("error", reject).end();
  });
  expect(html).toContain("<h1>");
  expect(html).not.toContain("alert(1)");
});
