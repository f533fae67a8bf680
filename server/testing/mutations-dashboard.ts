import { generate } from "otplib";
import { addSeconds } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { hashPassword } from "../platform/passwords.ts";
import { appRouter } from "../trpc/root.ts";
import { aTenant } from "./a-tenant.ts";
import { aUser, PASSWORD, signIn } from "./a-user.ts";
import type { Reply } from "./client.ts";
import { aCode, aCustomer, after, aToken, done, email, just, type Recipe, type Stage } from "./stage.ts";
import { unique } from "./world.ts";

/** An owner of the tenant, whose account is kept in it, and the operations that members call. */
export async function anOwner(stage: Stage) {
  const { db, clock } = stage.scope;
  const userId = newId("user");
  const now = clock.now();
  const passwordHash = await hashPassword(PASSWORD);
  const user = { tenantId: stage.id, id: userId, email: email(), passwordHash };
  await db.user.create({ data: { ...user, createdAt: now, updatedAt: now } });
  await db.membership.create({
    data: { tenantId: stage.id, userId, targetTenantId: stage.id, role: "OWNER", createdAt: now },
  });
  const { mode } = await db.tenant.findUniqueOrThrow({ where: { id: stage.id } });
  return appRouter.createCaller({
    services: stage.world.services,
    caller: { type: "member", userId, tenantId: stage.id, tenantMode: mode, role: "OWNER" },
    requestId: newId("request"),
    authorization: null,
    address: "192.0.2.1",
  });
}

/** What a member is answered, as an answer over HTTP would be. */
async function answer(body: Promise<unknown>): Promise<Reply> {
  return { status: 200, headers: new Headers(), body: await body };
}

function waitlistForm(): FormData {
  const form = new FormData();
  form.set("file", new File([`email\n${email()}`], "people.csv"));
  return form;
}

/** A mail that could not be sent. */
async function aFailedMail({ browser, scope, id: tenantId }: Stage): Promise<string> {
  const to = email();
  await done(browser.post("/v1/auth/register", { email: to }));
  const { id } = await scope.db.mailMessage.findFirstOrThrow({ where: { tenantId, to } });
  const expiresAt = addSeconds(scope.clock.now(), 3_600);
  const key = { tenantId_id: { tenantId, id } };
  await scope.db.mailMessage.update({ where: key, data: { status: "FAILED", expiresAt } });
  return id;
}

async function aMember(stage: Stage) {
  const owner = await anOwner(stage);
  const { member } = await owner.members.invite({ email: email(), role: "VIEWER" });
  return { owner, user_id: member.user_id };
}

async function aSecondFactor(stage: Stage) {
  const owner = await anOwner(stage);
  const { secret, pending } = await owner.account.startTotp({ password: PASSWORD });
  const confirm = async () => owner.account.confirmTotp({ pending, code: await generate({ secret }) });
  return { owner, confirm };
}

const STRONGER = "an even longer horse battery staple";

/** Of what only members of the dashboard call. */
export const DASHBOARD: Record<string, Recipe> = {
  "mail.test": after(["mail.tested"], anOwner, (_, owner) => answer(owner.mail.test({}))),
  "mail.retry": after(
    ["mail.retried"],
    async (stage) => ({ owner: await anOwner(stage), mail_id: await aFailedMail(stage) }),
    (_, { owner, mail_id }) => answer(owner.mail.retry({ mail_id })),
  ),
  "mail.reveal": after(
    ["mail.revealed"],
    async (stage) => ({ owner: await anOwner(stage), mail_id: await aFailedMail(stage) }),
    (_, { owner, mail_id }) => answer(owner.mail.reveal({ mail_id })),
  ),
  "invitations.revealToken": after(
    ["invitation.revealed"],
    async (stage) => ({ owner: await anOwner(stage), ...(await aToken(stage)) }),
    (_, { owner, id }) => answer(owner.invitations.revealToken({ id })),
  ),
  "invitations.revealCode": after(
    ["invitation.revealed"],
    async (stage) => ({ owner: await anOwner(stage), ...(await aCode(stage)) }),
    (_, { owner, id }) => answer(owner.invitations.revealCode({ id })),
  ),
  "members.invite": after(["member.invited"], anOwner, (_, owner) =>
    answer(owner.members.invite({ email: email(), role: "ADMIN" })),
  ),
  "members.changeRole": after(["member.role_changed"], aMember, (_, { owner, user_id }) =>
    answer(owner.members.changeRole({ user_id, role: "SUPPORT" })),
  ),
  "members.remove": after(["member.removed"], aMember, (_, { owner, user_id }) =>
    answer(owner.members.remove({ user_id })),
  ),
  "account.update": after(["user.updated"], anOwner, (_, owner) =>
    answer(owner.account.update({ name: "Ada" })),
  ),
  "account.confirmTotp": after(["user.two_factor_enabled"], aSecondFactor, (_, { confirm }) =>
    answer(confirm()),
  ),
  "account.disableTotp": after(
    ["user.two_factor_disabled"],
    async (stage) => {
      const { owner, confirm } = await aSecondFactor(stage);
      await confirm();
      return owner;
    },
    (_, owner) => answer(owner.account.disableTotp({ password: PASSWORD })),
  ),
  "account.changePassword": after(["user.password_changed"], anOwner, (_, owner) =>
    answer(owner.account.changePassword({ current_password: PASSWORD, password: STRONGER })),
  ),
  "customers.create": after(
    ["customer.created", "customer.updated"],
    async (stage) => ({ owner: await anOwner(stage), customer: unique("customer") }),
    (_, { owner, customer }) =>
      answer(owner.customers.create({ customer, email: "ada@example.com", name: "Ada" })),
  ),
  "customers.update": after(
    ["customer.updated"],
    async (stage) => ({ owner: await anOwner(stage), id: await aCustomer(stage) }),
    (_, { owner, id }) => answer(owner.customers.update({ id, name: "Ada" })),
  ),
  "customers.addNote": after(
    ["customer.note_added"],
    async (stage) => ({ owner: await anOwner(stage), customer_id: await aCustomer(stage) }),
    (_, { owner, customer_id }) => answer(owner.customers.addNote({ customer_id, body: "Called." })),
  ),
  "customers.deleteNote": after(
    ["customer.note_deleted"],
    async (stage) => {
      const owner = await anOwner(stage);
      const note = await owner.customers.addNote({ customer_id: await aCustomer(stage), body: "Called." });
      return { owner, note_id: note.id };
    },
    (_, { owner, note_id }) => answer(owner.customers.deleteNote({ note_id })),
  ),
  "waitlist.previewFile": after([], anOwner, (_, owner) =>
    answer(owner.waitlist.previewFile(waitlistForm())),
  ),
  "waitlist.importFile": after(["waitlist.joined"], anOwner, (_, owner) =>
    answer(owner.waitlist.importFile(waitlistForm())),
  ),
  "cardProvider.connect": after(
    ["provider_account.connected"],
    async (stage) => {
      const { secretKey } = await stage.world.services.sandboxKeys.issue();
      return { owner: await anOwner(stage), secretKey };
    },
    (_, { owner, secretKey }) => answer(owner.cardProvider.connect({ secret_key: secretKey })),
  ),
  "settings.createSandbox": after(
    ["tenant.sandbox_created"],
    async (stage) => {
      await stage.scope.db.tenant.update({ where: { id: stage.id }, data: { mode: "LIVE" } });
      return anOwner(stage);
    },
    (_, owner) => answer(owner.settings.createSandbox({})),
  ),
  "tenantGrants.create": after(
    ["tenant.access_granted"],
    async (stage) => ({
      authorization: await ownersToken(stage),
      tenant_id: (await aTenant(stage.world)).id,
    }),
    ({ admin }, { authorization, tenant_id }) =>
      admin.with({ authorization }).post("/v1/tenant-grants", { tenant_id }),
  ),
  "tenantGrants.delete": after(
    ["tenant.access_revoked"],
    async (stage) => {
      const owner = await anOwner(stage);
      const { id: tenant_id } = await aTenant(stage.world);
      await owner.tenantGrants.create({ tenant_id });
      return { owner, tenant_id };
    },
    (_, { owner, tenant_id }) => answer(owner.tenantGrants.delete({ tenant_id })),
  ),
  "checkout.openForVisitor": just(["checkout.created", "customer.created"], (stage) => visit(stage)),
};

/** The bearer token of an owner whose account is kept in the tenant, for operations of REST that only owners may call. */
async function ownersToken(stage: Stage): Promise<string> {
  const { id: userId, email } = await aUser(stage);
  const membership = { tenantId: stage.id, userId, targetTenantId: stage.id, role: "OWNER" as const };
  await stage.scope.db.membership.create({ data: { ...membership, createdAt: stage.scope.clock.now() } });
  return (await signIn(stage, email)).client.headers.authorization ?? "";
}

/** What the price list does for a visitor. */
async function visit(stage: Stage): Promise<Reply> {
  const application = await stage.scope.db.application.findFirstOrThrow({
    where: { tenantId: stage.id, kind: "BROWSER" },
  });
  const known = {
    tenantId: stage.id,
    tenantMode: "TEST" as const,
    id: application.id,
    kind: "BROWSER" as const,
    allowedOrigins: [],
    scopes: [],
    expiresAt: null,
  };
  const visitor = appRouter.createCaller({
    services: stage.world.services,
    caller: { type: "api", application: known, tokenOwner: null, address: "192.0.2.1" },
    requestId: newId("request"),
    authorization: null,
    address: "192.0.2.1",
  });
  const plan_price_id = stage.catalog.plans.pro?.prices[0] ?? "";
  return answer(visitor.checkout.openForVisitor({ plan_price_id, email: email() }));
}
