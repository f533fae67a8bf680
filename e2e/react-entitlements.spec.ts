// @module-tag ci
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { EntitlementsPayload } from "../packages/client/src/react/index.ts";
import { type BackEnd, openBackEnd } from "./back-end.ts";
import { bundle, bundleForServer, inlineScript } from "./bundle.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite } from "./tenant-site.ts";

const PASSWORD = "correct horse battery staple";
const ENTITLEMENTS = "/v1/billing/entitlements";

async function aUser(backEnd: BackEnd) {
  const customer = `hook-${Date.now()}`;
  const person = { email: `${customer}@customers.example`, password: PASSWORD };
  const made = await backEnd.post("/v1/auth/register", { ...person, email_verified: true, customer });
  expect(made.status).toBe(201);
  return { ...person, customer };
}

const use = (backEnd: BackEnd, customer: string, quantity: number) =>
  backEnd.post("/v1/billing/usage", { customer, feature_key: "events", quantity });

const status = (page: Page) => page.getByRole("status");

test.describe("a page whose user asks Usher with a token of their own", () => {
  test.use({ expectedRefusals: [ENTITLEMENTS] });

  test("shows what they may do, follows when it is asked again, and holds on to it while Usher is away", async ({
    page,
    baseURL,
  }) => {
    const site = await openTenantSite();
    const backEnd = await openBackEnd();
    const appId = await backEnd.anApplication(site.origin);
    const { customer, ...person } = await aUser(backEnd);
    const settings = `<script>window.usher = ${JSON.stringify({ baseUrl: baseURL, appId, ...person })}</script>`;
    const script = inlineScript(await bundle("react-entitlements.tsx"));
    let signIns = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/auth/token")) signIns++;
    });
    await page.goto(site.page(`<div id="root"></div>${settings}${script}`));
    await expect(status(page)).toHaveText("Allowed: 0 of 10000 used, 10000 left");
    await expect(page.getByRole("note")).toHaveText("No single sign-on: NO_SUBSCRIPTION");

    await use(backEnd, customer, 9_999);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(status(page)).toHaveText("Allowed: 9999 of 10000 used, 1 left");
    await use(backEnd, customer, 1);
    await backEnd.post("/v1/billing/overrides", {
      customer,
      feature_key: "sso",
      enabled: true,
      reason: "test",
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(status(page)).toHaveText("Refused: 10000 of 10000 used, 0 left");
    await expect(page.getByRole("note")).toHaveText("Single sign-on is on");

    await page.reload();
    await expect(status(page)).toHaveText("Refused: 10000 of 10000 used, 0 left");
    const away = { status: 503, body: "", headers: { "access-control-allow-origin": "*" } };
    await page.route(`**${ENTITLEMENTS}`, (route) => route.fulfill(away));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(status(page)).toHaveText("Refused: 10000 of 10000 used, 0 left, not sure");
    await page.reload();
    await expect(status(page)).toHaveText("Refused: 0 of null used, null left, not sure");
    await page.unroute(`**${ENTITLEMENTS}`);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(status(page)).toHaveText("Refused: 10000 of 10000 used, 0 left");
    // Its session is in localStorage: the later visits need no password.
    expect(signIns).toBe(1);
    await site.close();
  });
});

test("a page that a tenant's server has rendered shows entitlements at once, and keeps them current through its endpoint", async ({
  page,
}) => {
  const backEnd = await openBackEnd();
  const { customer } = await aUser(backEnd);
  const server = await openRenderingServer(backEnd, customer);
  const html = await (await fetch(server.url)).text();
  expect(html).toContain("Allowed: 0 of 10000 used, 10000 left");
  expect(await server.renderUnknown()).toContain("Loading");
  await page.goto(server.url);
  await expect(status(page)).toHaveText("Allowed: 0 of 10000 used, 10000 left");
  await use(backEnd, customer, 5);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(status(page)).toHaveText("Allowed: 5 of 10000 used, 9995 left");
  await server.close();
});

/** A tenant's server that renders its page in React and serves the signed-in user's snapshot. */
async function openRenderingServer(backEnd: BackEnd, customer: string) {
  const { render } = (await bundleForServer("react-entitlements-server.tsx")) as {
    render(source: string, initial?: EntitlementsPayload): string;
  };
  const script = inlineScript(await bundle("react-entitlements.tsx"));
  const source = "/api/entitlements";
  const server = createServer(async (request, response) => {
    const { body: initial } = await backEnd.get(`${ENTITLEMENTS}/snapshot?customer=${customer}`);
    if (request.url === source)
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(initial));
    const data = inlineScript(`window.rendered = ${JSON.stringify({ source, initial })}`);
    const root = `<div id="root">${render(source, initial)}</div>`;
    const head = `<head><meta charset="utf-8"><title>Rendered</title><link rel="icon" href="data:,"></head>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    return response.end(`<!doctype html><html lang="en">${head}<body>${root}${data}${script}</body></html>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    renderUnknown: async () => render(source),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
