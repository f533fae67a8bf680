import { ApiError } from "../../errors/api-error.ts";
import {
  type Customer,
  type InvitationCode,
  Prisma,
  type User,
} from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { consumeCode, consumeToken } from "../admission/invitations/consume-invitation.ts";
import { findEntryOf, lockEntry, registerEntryOf } from "../admission/waitlist/move-entry.ts";
import { startGranted } from "../billing/subscriptions/start/start-granted.ts";
import { customerForUser } from "../customers/customer-for-user.ts";
import { ensureCustomer } from "../customers/ensure-customer.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { pageLink } from "../tenants/page-link.ts";
import { createUser } from "../users/create-user.ts";

/** A sign-up whose e-mail address is verified. */
export interface SignUp {
  email: string;
  name: string | null;
  passwordHash: string;
  /** The customer to join, as the tenant's back end named it. */
  customer: string | null;
  /** The id of the invitation token that they redeem. */
  tokenId: string | null;
  code: InvitationCode | null;
}

/** A user with the customer whose entitlements they have. */
export interface SignedUpUser {
  user: User;
  customer: Customer;
}

/**
 * Creates the user with a new or an existing customer, redeems the invitation, marks the waitlist entry REGISTERED and queues the welcome
 * mail; `alongside` runs in the same transaction. Afterwards it starts the subscriptions that the invitation grants. Throws
 * customer_not_found, user_exists or invitation_not_usable.
 */
export async function completeSignUp(
  scope: Scope,
  signUp: SignUp,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SignedUpUser> {
  const signedUp = await scope.db
    .$transaction(async (tx) => {
      await alongside(tx);
      return createSignedUpUser(tx, scope, signUp);
    })
    .catch((error: unknown) => {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
        throw new ApiError("user_exists", { cause: error });
      throw error;
    });
  await startGranted(scope, signedUp.customer.id);
  return signedUp;
}

async function createSignedUpUser(tx: Tx, scope: Scope, signUp: SignUp): Promise<SignedUpUser> {
  const { tenantId } = scope;
  const { email, name, passwordHash, code, tokenId } = signUp;
  // Every transaction locks the entry before the invitation, so that none deadlocks.
  const entryId = await findEntryOf(tx, scope, email);
  if (entryId !== null) await lockEntry(tx, scope, entryId);
  const made = await createUser(tx, scope, { email, name, passwordHash });
  const customer =
    signUp.customer === null
      ? await customerForUser(tx, scope, made)
      : await ensureCustomer(tx, scope, { customer: signUp.customer, email });
  const user = await tx.user.update({
    where: { tenantId_id: { tenantId, id: made.id } },
    data: { customerId: customer.id },
  });
  const redeemer = { subject: user.id, customerId: customer.id, email };
  if (tokenId !== null) await consumeToken(tx, scope, tokenId, redeemer);
  if (code !== null) await consumeCode(tx, scope, code, redeemer);
  await registerEntryOf(tx, scope, email);
  const link = pageLink(scope, await getTenant(tx, scope), "sign-in");
  await queueMail(tx, scope, { to: email, template: "welcome", dedupeKey: user.id, facts: { name, link } });
  return { user, customer };
}
