import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "@playwright/test";

const demo = JSON.parse(readFileSync("/tmp/dash-data/demo.json", "utf8"));
const exe = execFileSync(process.execPath, ["scripts/find-chromium.mjs"], { encoding: "utf8" }).trim();
const only = process.argv[2] ? process.argv[2].split(",") : null;
const combos = (process.argv[3] ?? "1440l,390d").split(",");
const browser = await chromium.launch({ executablePath: exe, args: ["--no-sandbox"] });
const base = "http://localhost:4610";
const ctx0 = await browser.newContext({ baseURL: base });
const p0 = await ctx0.newPage();
await p0.goto("/sign-in");
await p0.getByLabel("E-mail address").fill(demo.admin_email);
await p0.getByLabel("Password", { exact: true }).fill(demo.admin_password);
await p0.getByRole("button", { name: "Sign in" }).click();
await p0.waitForURL(base + "/");
const state = await ctx0.storageState();
const trpc = async (path, input) => {
  const r = await p0.evaluate(
    async ([p, i]) => {
      const t = document.cookie;
      const r = await fetch(`/api/trpc/${p}?input=${encodeURIComponent(JSON.stringify(i))}`, {
        headers: { "x-usher-tenant": window.__t ?? "" },
      });
      return r.json();
    },
    [path, input],
  );
  return r;
};
// ids
const q = async (sql) => null;
const pages = {
  home: "/",
  customers: "/customers",
  subscriptions: "/subscriptions",
  usage: "/usage",
  catalog: "/catalog",
  features: "/features",
  migrations: "/catalog/migrations",
  waitlist: "/waitlist",
  invitations: "/invitations",
  applications: "/applications",
  api: "/api-reference",
  events: "/events",
  audit: "/audit",
  mailbox: "/mailbox",
  clocks: "/clocks",
  settings: "/settings",
  provider: "/settings/provider",
  team: "/settings/team",
  account: "/settings/account",
};
// discover detail pages
await p0.goto("/customers");
await p0.locator("tbody a").first().waitFor();
pages.customer = await p0.locator("tbody a").first().getAttribute("href");
await p0.goto("/subscriptions");
await p0.locator("tbody a").first().waitFor();
pages.subscription = await p0.locator("tbody a").first().getAttribute("href");
await p0.goto("/catalog");
const pl = p0.locator("main ul a").nth(1);
await pl.waitFor();
pages.plan = await pl.getAttribute("href");
await p0.goto(pages.plan);
const pk = p0.locator('main a[href*="/packs/"]').first();
await pk.waitFor();
pages.pack = await pk.getAttribute("href");
for (const combo of combos) {
  const width = parseInt(combo),
    theme = combo.endsWith("d") ? "dark" : "light";
  const ctx = await browser.newContext({
    baseURL: base,
    storageState: state,
    viewport: { width, height: 900 },
    colorScheme: theme,
  });
  for (const [name, path] of Object.entries(pages)) {
    if (only && only[0] !== "all" && !only.includes(name)) continue;
    const page = await ctx.newPage();
    const faults = [];
    let js = 0;
    page.on("console", (m) => {
      if (["error", "warning"].includes(m.type())) faults.push("console " + m.text().slice(0, 300));
    });
    page.on("pageerror", (e) => faults.push("pageerror " + e.message.slice(0, 300)));
    page.on("response", (r) => {
      if (r.status() >= 400) faults.push(r.status() + " " + r.url());
    });
    const client = await ctx.newCDPSession(page);
    await client.send("Network.enable");
    const types = {};
    client.on("Network.responseReceived", (e) => {
      types[e.requestId] = e.type;
    });
    client.on("Network.loadingFinished", (e) => {
      if (types[e.requestId] === "Script") js += e.encodedDataLength;
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(300);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const h = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.screenshot({ path: `/tmp/dash-shots/${name}-${combo}.png`, fullPage: h < 2600 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const v = violations.flatMap((x) =>
      x.nodes
        .slice(0, 3)
        .map((n) => `${x.id}: ${n.html.slice(0, 160)} ${n.failureSummary?.split("\n")[1] ?? ""}`),
    );
    console.log(
      `${name} ${combo} js=${Math.round(js / 1024)}kB${over > 0 ? " OVERFLOW " + over : ""}${faults.length ? "\n  " + [...new Set(faults)].join("\n  ") : ""}${v.length ? "\n  AXE " + v.join("\n  AXE ") : ""}`,
    );
    await page.close();
  }
  await ctx.close();
}
await browser.close();
