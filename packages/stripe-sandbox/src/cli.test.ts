import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import Stripe from "stripe";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "..");

/** `npx stripe-sandbox` in the package's folder, as the README has it, on a PostgreSQL of its own. */
function begin() {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const path = `${dirname(process.execPath)}:${inherited.PATH}`;
  const child = spawn("npx", ["stripe-sandbox", "--port", "0"], {
    cwd: FOLDER,
    env: { ...inherited, PATH: path },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, which is sent a signal as a terminal sends Ctrl+C.
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended };
}

test("npx stripe-sandbox prints keys that the SDK and the dashboard take, and leaves nothing running", {
  tags: ["long"],
}, async () => {
  const { child, ended } = begin();
  const printed = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = "", ...value] = line.split("=");
    printed.set(name, value.join("="));
    if (name === "STRIPE_SANDBOX_DASHBOARD") break;
  }
  const { hostname: host, port } = new URL(printed.get("STRIPE_SANDBOX_URL") ?? "");
  const key = printed.get("STRIPE_SECRET_KEY") ?? "";
  const stripe = new Stripe(key, { host, port, protocol: "http", maxNetworkRetries: 0 });
  const { id } = await stripe.customers.create({ name: "Ada" });
  expect((await stripe.customers.list()).data).toMatchObject([{ id, name: "Ada" }]);
  const dashboard = new URL(printed.get("STRIPE_SANDBOX_DASHBOARD") ?? "");
  expect(dashboard.username).toBe(key);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
  const page = await fetch(`${dashboard.origin}${dashboard.pathname}`, { headers: { authorization } });
  expect(await page.text()).toContain("customer.created");
  process.kill(-(child.pid ?? 0), "SIGINT");
  await ended;
  await expect(stripe.customers.list()).rejects.toThrow(Stripe.errors.StripeConnectionError);
});
