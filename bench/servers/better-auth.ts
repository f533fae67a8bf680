import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripe } from "@better-auth/stripe";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";
import Stripe from "stripe";
import { hashPassword, verifyPassword } from "../../server/platform/passwords.ts";
import { ready } from "./ready.ts";

// better-auth as its documentation sets it up, with its Stripe plugin, on plain node:http. Under /own it hashes passwords as it
// does by itself, under /argon2 as ours are. Its limit of three sign-ins in ten seconds is off: the load comes from one address.

// It answers only on the address that it is configured with, so the port comes first.
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
// A listening TCP server's address is an AddressInfo.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const common = {
  baseURL: url,
  secret: process.env.USHER_SECRET ?? "",
  database: pool,
  rateLimit: { enabled: false },
  plugins: [
    stripe({
      // Listing asks the database alone.
      stripeClient: new Stripe("sk_test_none"),
      stripeWebhookSecret: "whsec_none",
      subscription: { enabled: true, plans: [{ name: "pro", priceId: "price_pro", limits: { units: 1e9 } }] },
    }),
  ],
} satisfies BetterAuthOptions;
await (await getMigrations(common)).runMigrations();
const own = betterAuth({ ...common, basePath: "/own", emailAndPassword: { enabled: true } });
const argon2 = betterAuth({
  ...common,
  basePath: "/argon2",
  emailAndPassword: {
    enabled: true,
    password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
  },
});
const handlers = { own: toNodeHandler(own), argon2: toNodeHandler(argon2) };
server.on("request", (request, response) => {
  void (request.url?.startsWith("/argon2/") ? handlers.argon2 : handlers.own)(request, response);
});
ready(url);
