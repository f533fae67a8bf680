import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import type { Membership, User } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { type Scope, systemScope, type Tx } from "../../platform/scope.ts";
import { endSessions, forgetSessions } from "../auth/tokens/user-session.ts";
import { recordChange } from "../events/record-change.ts";
import type { EventType } from "../events/types.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { installationTenant } from "./installation.ts";
import type { ChangeRole, InvitedMember, InviteMember, Member, Members, RemovedMember } from "./schema.ts";

const INVITATION_SECONDS = 7 * 24 * 3600;

/** Who may work in the tenant, and how far. */
export async function listMembers({ db, tenantId }: Scope): Promise<z.output<typeof Members>> {
  const rows = await db.membership.findMany({
    where: { targetTenantId: tenantId },
    include: { user: true },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
  });
  return { members: rows.map(view) };
}

/**
 * Gives a person a role in the tenant and its sandbox. A person new to the installation gets a link by mail, under which they
 * choose a password. Again sends a new link and sets the role.
 *
 * The holder of the link becomes the member of that address. The answer shows it to the inviter only where no mail is sent and no
 * other tenant has invited that address: a tenant must not impersonate another's member.
 */
export async function inviteMember(
  scope: Scope,
  input: z.output<typeof InviteMember>,
): Promise<z.output<typeof InvitedMember>> {
  const { db, clock, tenantId, baseUrl } = scope;
  const now = clock.now();
  return db.$transaction(async (tx) => {
    const home = await installationTenant(tx, scope);
    const key = { tenantId: home.id, email: input.email };
    const user =
      (await tx.user.findUnique({ where: { tenantId_email: key } })) ??
      (await tx.user.create({
        data: { ...key, id: newId("user"), name: input.name ?? null, createdAt: now, updatedAt: now },
      }));
    const hasJoined = user.passwordHash !== null;
    await setRole(tx, scope, user, input.role);
    const token = randomSecret();
    const link = hasJoined ? null : `${baseUrl}/join?token=${token}`;
    if (link) {
      const expiresAt = addSeconds(now, INVITATION_SECONDS);
      const purpose = "MEMBER_INVITATION";
      const id = newId("userToken");
      // A new link takes the place of the one before.
      await tx.userToken.updateMany({
        where: { tenantId: home.id, userId: user.id, purpose, usedAt: null },
        data: { usedAt: now },
      });
      await tx.userToken.create({
        data: {
          tenantId: home.id,
          id,
          userId: user.id,
          purpose,
          hash: sha256(token),
          createdAt: now,
          expiresAt,
        },
      });
      const { name: tenantName } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
      // From the installation, not the tenant: a reader of the tenant's mailbox must not become another member.
      await queueMail(tx, systemScope(scope.system, home, "team"), {
        to: user.email,
        template: "member_invitation",
        dedupeKey: id,
        facts: { name: user.name, tenantName, link, expiresAt },
      });
    }
    const membership = await memberOf(tx, scope, user.id);
    const sendsMail = scope.config.mail !== undefined;
    const isShown = !sendsMail && !(await isElsewhere(tx, scope, user.id));
    return {
      member: view(membership),
      is_mailed: link !== null && sendsMail,
      link: isShown ? link : null,
    };
  });
}

/** Changes a member's role in the tenant and its sandbox. K2026 no such member, K2023 the last owner. */
export async function changeRole(
  scope: Scope,
  input: z.output<typeof ChangeRole>,
): Promise<z.output<typeof Member>> {
  return scope.db.$transaction(async (tx) => {
    const { user } = await memberOf(tx, scope, input.user_id);
    await setRole(tx, scope, user, input.role);
    return view(await memberOf(tx, scope, user.id));
  });
}

/** Takes a member's role in the tenant and its sandbox away, and ends their sessions. K2026, K2023. */
export async function removeMember(
  scope: Scope,
  { user_id: userId }: { user_id: string },
): Promise<z.output<typeof RemovedMember>> {
  const ended = await scope.db.$transaction(async (tx) => {
    const { user, role } = await memberOf(tx, scope, userId);
    const tenantIds = await sidesOf(tx, scope);
    await keepOwner(tx, scope, () =>
      tx.membership.deleteMany({ where: { userId, targetTenantId: { in: tenantIds } } }),
    );
    // A person who is invited again may use another account of an identity provider.
    if ((await tx.membership.count({ where: { userId } })) === 0)
      await tx.userIdentity.deleteMany({ where: { tenantId: user.tenantId, userId } });
    const before = { user_id: userId, email: user.email, role };
    await record(
      tx,
      scope,
      "member.removed",
      userId,
      { user_id: userId, email: user.email, role: null },
      before,
    );
    return endSessions(tx, scope, { tenantId: user.tenantId, userId }, "SIGNED_OUT");
  });
  forgetSessions(scope, ended);
  return { user_id: userId, removed: true };
}

/** Whether the user has a role in a tenant other than this one and its sandbox or parent. */
async function isElsewhere(tx: Tx, scope: Scope, userId: string): Promise<boolean> {
  const targetTenantId = { notIn: await sidesOf(tx, scope) };
  return (await tx.membership.count({ where: { userId, targetTenantId } })) > 0;
}

async function setRole(tx: Tx, scope: Scope, user: User, role: Membership["role"]): Promise<void> {
  const { clock, tenantId } = scope;
  const key = { tenantId: user.tenantId, userId: user.id };
  const before = await tx.membership.findFirst({ where: { ...key, targetTenantId: tenantId } });
  const sides = await sidesOf(tx, scope);
  await keepOwner(tx, scope, async () => {
    for (const targetTenantId of sides)
      await tx.membership.upsert({
        where: { tenantId_userId_targetTenantId: { ...key, targetTenantId } },
        create: { ...key, targetTenantId, role, createdAt: clock.now() },
        update: { role },
      });
  });
  const was = before && { user_id: user.id, email: user.email, role: before.role };
  const type = before ? "member.role_changed" : "member.invited";
  await record(tx, scope, type, user.id, { user_id: user.id, email: user.email, role }, was);
}

/** The tenant, locked against another who changes its members, and its other side: a role is the same in both. */
async function sidesOf(tx: Tx, { tenantId }: Scope): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tenants where id = ${tenantId} or parent_id = ${tenantId}
      or id = (select parent_id from tenants where id = ${tenantId})
    order by id for update`;
  return rows.map(({ id }) => id);
}

/** Makes a change that leaves the tenant an owner, and one who can sign in where it had one. K2023. */
async function keepOwner(tx: Tx, scope: Scope, change: () => Promise<unknown>): Promise<void> {
  const before = await countOwners(tx, scope);
  await change();
  const after = await countOwners(tx, scope);
  if (after.all === 0 || (before.joined > 0 && after.joined === 0)) throw new ApiError("K2023");
}

async function countOwners(tx: Tx, { tenantId }: Scope): Promise<{ all: number; joined: number }> {
  const owner = { targetTenantId: tenantId, role: "OWNER" } as const;
  const canSignIn = [{ passwordHash: { not: null } }, { identities: { some: {} } }];
  const all = await tx.membership.count({ where: { ...owner, user: { disabledAt: null } } });
  const joined = await tx.membership.count({
    where: { ...owner, user: { disabledAt: null, OR: canSignIn } },
  });
  return { all, joined };
}

async function memberOf(tx: Tx, { tenantId }: Scope, userId: string): Promise<Membership & { user: User }> {
  const row = await tx.membership.findFirst({
    where: { userId, targetTenantId: tenantId },
    include: { user: true },
  });
  if (!row) throw new ApiError("K2026");
  return row;
}

function record(
  tx: Tx,
  scope: Scope,
  type: EventType,
  objectId: string,
  after: object,
  before?: object | null,
) {
  return recordChange(tx, scope, { type, objectType: "member", objectId, after, ...(before && { before }) });
}

function view({ user, role, createdAt }: Membership & { user: User }): z.output<typeof Member> {
  return {
    user_id: user.id,
    email: user.email,
    name: user.name,
    role,
    has_joined: user.passwordHash !== null,
    has_two_factor: user.totpSealed !== null,
    created_at: createdAt.toISOString(),
  };
}
