import { addSeconds } from "../../../platform/clock.ts";
import { randomSecret, sha256 } from "../../../platform/crypto.ts";
import type { InvitationToken } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { pageLink } from "../../tenants/page-link.ts";
import { lockAddress } from "./load-invitation.ts";
import { tokenFacts } from "./view-invitation.ts";

/** How long an invitation is valid by default, seconds. */
const INVITATION_SECONDS = 7 * 86_400;

interface Invited {
  /** Trimmed and in lower case. */
  email: string;
  name: string | null;
  waitlistEntryId: string | null;
  /** null: a week from now. */
  expiresAt: Date | null;
}

/**
 * Invites one address, inside the caller's transaction, and mails the link. An open or expired token of the address is renewed
 * rather than replaced, so that an address never has two.
 */
export async function inviteAddress(tx: Tx, scope: Scope, invited: Invited): Promise<InvitationToken> {
  const { tenantId, clock } = scope;
  // Concurrent invitations of one address make one token.
  await lockAddress(tx, scope, invited.email);
  const expiresAt = invited.expiresAt ?? addSeconds(clock.now(), INVITATION_SECONDS);
  const known = await tx.invitationToken.findFirst({
    where: { tenantId, email: invited.email, usedAt: null, revokedAt: null },
    orderBy: { id: "desc" },
  });
  const row = known
    ? await renew(tx, scope, known, { expiresAt, waitlistEntryId: invited.waitlistEntryId })
    : await create(tx, scope, { ...invited, expiresAt });
  await mail(tx, scope, row, invited.name);
  return row;
}

async function create(
  tx: Tx,
  scope: Scope,
  { email, waitlistEntryId, expiresAt }: Invited & { expiresAt: Date },
): Promise<InvitationToken> {
  const { tenantId, vault, clock, actor } = scope;
  const id = newId("invitationToken");
  const token = randomSecret();
  const secret = { tokenHash: sha256(token), tokenSealed: vault.encrypt(token, `invitation_token:${id}`) };
  const facts = { tenantId, id, email, waitlistEntryId, expiresAt };
  const row = await tx.invitationToken.create({
    data: { ...facts, ...secret, createdBy: actor.id, createdAt: clock.now() },
  });
  await recordChange(tx, scope, {
    type: "invitation.token_created",
    objectType: "invitation_token",
    objectId: id,
    after: tokenFacts(row),
  });
  return row;
}

async function renew(
  tx: Tx,
  scope: Scope,
  before: InvitationToken,
  term: { expiresAt: Date; waitlistEntryId: string | null },
): Promise<InvitationToken> {
  const row = await tx.invitationToken.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
    data: {
      expiresAt: term.expiresAt,
      lapsedAt: null,
      waitlistEntryId: term.waitlistEntryId ?? before.waitlistEntryId,
    },
  });
  await recordChange(tx, scope, {
    type: "invitation.token_resent",
    objectType: "invitation_token",
    objectId: row.id,
    before: tokenFacts(before),
    after: tokenFacts(row),
  });
  return row;
}

async function mail(tx: Tx, scope: Scope, row: InvitationToken, name: string | null): Promise<void> {
  const tenant = await getTenant(tx, scope);
  const token = scope.vault.decrypt(row.tokenSealed, `invitation_token:${row.id}`);
  const link = pageLink(scope, tenant, "accept-invitation", { token });
  // One mail for each time that it is sent, whatever its expiry.
  const dedupeKey = `${row.id}:${scope.requestId}`;
  const facts = { name, link, expiresAt: row.expiresAt };
  await queueMail(tx, scope, { to: row.email, template: "invitation", dedupeKey, facts });
}
