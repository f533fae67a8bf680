import { join } from "node:path";
import { build } from "vite";
import { openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite } from "./tenant-site.ts";

/** The page's script as one file. */
async function bundle(): Promise<string> {
  const [output] = [
    await build({
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        write: false,
        lib: { entry: join(import.meta.dirname, "react-card.tsx"), formats: ["iife"], name: "page" },
      },
    }),
  ].flat();
  if (!output || !("output" in output)) throw new Error("One entry in one format makes one bundle.");
  return output.output[0].code;
}

test("the React component takes a card as the element does", async ({ page, baseURL }) => {
  const site = await openTenantSite();
  const backEnd = await openBackEnd();
  const appId = await backEnd.anApplication(site.origin);
  const customer = `react-${Date.now()}`;
  const intent = await backEnd.post("/v1/billing/cardprovider/setup-intent", {
    customer,
    email: "react@customers.example",
  });
  const props = { baseUrl: baseURL, appId, clientSecret: intent.body.client_secret };
  const address = site.page(`<div id="root"></div><script>window.cardProps = ${JSON.stringify(props)}</script>
<script>${(await bundle()).replaceAll("</script", "<\\/script")}</script>`);
  await page.goto(address);
  const form = page.frameLocator("usher-card iframe");
  const fields = form.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel("Card number").fill("4242424242424242");
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
  await form.getByRole("button", { name: "Save card" }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "paymentMethod"))).toMatch(/^pm_/);
  await site.close();
});
