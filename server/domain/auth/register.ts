import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import type { InvitationCode, InvitationToken, Tenant } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { withMinimumDuration } from "../../platform/minimum-duration.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import type { Scope } from "../../platform/scope.ts";
import { findCode, findToken } from "../admission/invitations/consume-invitation.ts";
import { codeState, tokenState } from "../admission/invitations/rules.ts";
import { recordChange } from "../events/record-change.ts";
import { mayMail } from "../mail/may-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { pageLink } from "../tenants/page-link.ts";
import { viewUser } from "../users/view-user.ts";
import { completeSignUp } from "./complete-sign-up.ts";
import type { Register, Registered } from "./register-schema.ts";
import { refusalOfSignup } from "./rules.ts";

type Input = z.output<typeof Register>;
type Answer = z.output<typeof Registered>;

/** How long the link of a registration works, seconds. */
const LINK_SECONDS = 24 * 3600;

/**
 * Registers a user as the tenant's policy allows: OPEN without an invitation, INVITE_ONLY and WAITLIST with an invitation's token or code.
 * A mailed invitation's token, or the tenant's back end, verifies the address: the user is created at once with the given password.
 * Everyone else gets a link by mail and chooses the password there, because a password sent before the address is verified may be a
 * stranger's. A known address gets the same answer after the same time, and a mail to its owner; the tenant's back end gets user_exists.
 */
export async function register(scope: Scope, input: Input): Promise<Answer> {
  const isServer = scope.client?.kind !== "BROWSER";
  if (!isServer && input.customer !== undefined)
    throw new ApiError("field_needs_server_application", { details: { field: "customer" } });
  if (!isServer && input.email_verified)
    throw new ApiError("field_needs_server_application", { details: { field: "email_verified" } });
  const tenant = await getTenant(scope.db, scope);
  const { token, code } = await findInvitation(scope, tenant, input);
  if (input.password !== undefined && isEasyPassword(input.password, input.email))
    throw new ApiError("password_too_weak");
  if (token || input.email_verified) return registerNow(scope, input, token, code);
  if (isServer && (await findUser(scope, input.email))) throw new ApiError("user_exists");
  const work = sendLink(scope, tenant, input, code);
  await (isServer ? work : withMinimumDuration(work));
  return { status: "VERIFICATION_SENT", user: null };
}

/** The request's invitation, checked to be valid for this address now, and whether the policy requires one. */
async function findInvitation(
  scope: Scope,
  tenant: Tenant,
  input: Input,
): Promise<{ token: InvitationToken | null; code: InvitationCode | null }> {
  const { invitation_token: secret, invitation_code: typed } = input;
  if (secret !== undefined && typed !== undefined)
    throw new ApiError("exactly_one_field_required", {
      details: { fields: "invitation_token, invitation_code" },
    });
  const refusal = refusalOfSignup(tenant.signupPolicy, secret !== undefined || typed !== undefined);
  if (refusal) throw new ApiError(refusal);
  const now = scope.clock.now();
  const token = secret === undefined ? null : await findToken(scope, secret);
  const code = typed === undefined ? null : await findCode(scope, typed);
  if ((secret !== undefined && !token) || (typed !== undefined && !code))
    throw new ApiError("invitation_not_found");
  const state = token ? tokenState(token, now) : code ? codeState(code, now) : "OPEN";
  if (state !== "OPEN")
    throw new ApiError("invitation_not_usable", { details: { state: state.toLowerCase() } });
  if (token && token.email !== input.email) throw new ApiError("invitation_email_mismatch");
  return { token, code };
}

async function registerNow(
  scope: Scope,
  input: Input,
  token: InvitationToken | null,
  code: InvitationCode | null,
): Promise<Answer> {
  if (input.password === undefined)
    throw new ApiError("fields_invalid", {
      issues: [{ path: "password", message: "is needed to create the user at once" }],
    });
  const { user, customer } = await completeSignUp(scope, {
    email: input.email,
    name: input.name ?? null,
    passwordHash: await hashPassword(input.password),
    customer: input.customer ?? null,
    tokenId: token?.id ?? null,
    code,
  });
  return { status: "REGISTERED", user: viewUser(user, customer) };
}

/** Mails a link to a new address and a notice to a known one; both take the same time. Nothing past the mailbox's limit. */
async function sendLink(
  scope: Scope,
  tenant: Tenant,
  input: Input,
  code: InvitationCode | null,
): Promise<void> {
  const { tenantId, db, clock } = scope;
  if (!(await mayMail(scope, "admission", input.email))) return;
  const known = await findUser(scope, input.email);
  const now = clock.now();
  const id = newId("registration");
  const { email } = input;
  if (known) {
    const facts = { link: pageLink(scope, tenant, "reset-password") };
    await db.$transaction((tx) =>
      queueMail(tx, scope, { to: email, template: "account_exists", dedupeKey: id, facts }),
    );
    return;
  }
  const secret = randomSecret();
  const name = input.name ?? null;
  const expiresAt = addSeconds(now, LINK_SECONDS);
  await db.$transaction(async (tx) => {
    const row = { tenantId, id, email, name, tokenHash: sha256(secret) };
    const terms = { codeId: code?.id ?? null, customer: input.customer ?? null };
    await tx.registration.create({ data: { ...row, ...terms, createdAt: now, expiresAt } });
    const facts = { name, link: pageLink(scope, tenant, "verify-email", { token: secret }), expiresAt };
    await queueMail(tx, scope, { to: email, template: "verification", dedupeKey: id, facts });
    await recordChange(tx, scope, {
      type: "user.registration_requested",
      objectType: "registration",
      objectId: id,
      after: { id, email, name },
    });
  });
}

function findUser({ tenantId, db }: Scope, email: string) {
  return db.user.findUnique({ where: { tenantId_email: { tenantId, email } }, select: { id: true } });
}
