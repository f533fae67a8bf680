import { decryptBody } from "../domain/mail/encrypted-body.ts";
import type { TestTenant } from "./a-tenant.ts";
import type { Client } from "./client.ts";
import { unique } from "./world.ts";

/** A password that is hard to guess. */
export const PASSWORD = "correct horse battery staple";

/** An end user of a tenant, signed in through its BROWSER application. */
export interface TestUser {
  id: string;
  email: string;
  customerId: string;
  refreshToken: string;
  /** Calls as the user. */
  client: Client;
}

/** Registers a user through the tenant's back end, which vouches for the address, and signs them in. */
export async function aUser(
  tenant: TestTenant,
  options: { email?: string; customer?: string; code?: string } = {},
): Promise<TestUser> {
  const email = options.email ?? `${unique("user")}@example.com`;
  const { customer, code } = options;
  const registered = await tenant.server.post("/v1/auth/register", {
    email,
    password: PASSWORD,
    email_verified: true,
    ...(customer && { customer }),
    ...(code && { invitation_code: code }),
  });
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.body));
  const { user } = registered.body;
  return { id: user.id, email, customerId: user.customer.id, ...(await signIn(tenant, email)) };
}

/** Signs a user in through the tenant's BROWSER application. */
export async function signIn(tenant: TestTenant, email: string, password = PASSWORD) {
  const answer = await tenant.browser.post("/v1/auth/token", {
    grant_type: "password",
    username: email,
    password,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const client = tenant.browser.with({ authorization: `Bearer ${answer.body.access_token}` });
  return { client, refreshToken: answer.body.refresh_token as string };
}

/** The newest mail to an address. */
export async function newestMail(tenant: TestTenant, to: string) {
  const { db, vault } = tenant.scope;
  const mail = await db.mailMessage.findFirst({
    where: { tenantId: tenant.id, to },
    orderBy: { id: "desc" },
  });
  return mail && { ...mail, ...decryptBody(vault, mail) };
}

/** The secret that the newest mail to an address carries in its link. */
export async function mailedSecret(tenant: TestTenant, to: string): Promise<string> {
  const mail = await newestMail(tenant, to);
  return /[?&](?:token|code)=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
