import { ApiError } from "../../errors/api-error.ts";
import {
  type Customer,
  type InvitationCode,
  Prisma,
  type User,
} from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { spendCode, spendToken } from "../admission/invitations/spend-invitation.ts";
import { findEntryOf, lockEntry, registerEntryOf } from "../admission/waitlist/move-entry.ts";
import { startPromised } from "../billing/subscriptions/start/start-promised.ts";
import { customerForUser } from "../customers/customer-for-user.ts";
import { nameCustomer } from "../customers/name-customer.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { pageLink } from "../tenants/page-link.ts";
import { createUser } from "../users/create-user.ts";

/** Somebody whose address has been shown to be theirs. */
export interface Settler {
  email: string;
  name: string | null;
  passwordHash: string;
  /** The customer to join, as the tenant's back end named it. */
  customer: string | null;
  /** The id of the invitation token that let them in. */
  tokenId: string | null;
  code: InvitationCode | null;
}

/** A user with the customer whose entitlements they have. */
export interface SettledUser {
  user: User;
  customer: Customer;
}

/**
 * Makes the user, who becomes or joins a customer; redeems their invitation; moves their waitlist entry to REGISTERED, by
 * whichever way they came; welcomes them. All of it or nothing: also runs what the caller adds. Then starts what the
 * invitation promised. K3003, K3007 the address has a user, K4009 the invitation cannot be used any more.
 */
export async function settleUser(
  scope: Scope,
  settler: Settler,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SettledUser> {
  const settled = await scope.db
    .$transaction(async (tx) => {
      await alongside(tx);
      return settle(tx, scope, settler);
    })
    .catch((error: unknown) => {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
        throw new ApiError("K3007", { cause: error });
      throw error;
    });
  await startPromised(scope, settled.customer.id);
  return settled;
}

async function settle(tx: Tx, scope: Scope, settler: Settler): Promise<SettledUser> {
  const { tenantId } = scope;
  const { email, name, passwordHash, code, tokenId } = settler;
  // The entry first, as everybody does who takes entry and invitation.
  const entryId = await findEntryOf(tx, scope, email);
  if (entryId !== null) await lockEntry(tx, scope, entryId);
  const made = await createUser(tx, scope, { email, name, passwordHash });
  const customer =
    settler.customer === null
      ? await customerForUser(tx, scope, made)
      : await nameCustomer(tx, scope, { customer: settler.customer, email });
  const user = await tx.user.update({
    where: { tenantId_id: { tenantId, id: made.id } },
    data: { customerId: customer.id },
  });
  const redeemer = { subject: user.id, customerId: customer.id, email };
  if (tokenId !== null) await spendToken(tx, scope, tokenId, redeemer);
  if (code !== null) await spendCode(tx, scope, code, redeemer);
  await registerEntryOf(tx, scope, email);
  const link = pageLink(scope, await getTenant(tx, scope), "sign-in");
  await queueMail(tx, scope, { to: email, template: "welcome", dedupeKey: user.id, facts: { name, link } });
  return { user, customer };
}
