import {
  consumeCode,
  consumeToken,
  findCode,
} from "../../server/domain/admission/invitations/consume-invitation.ts";
import { createInvitationCode } from "../../server/domain/admission/invitations/create-invitation-code.ts";
import { inviteAddress } from "../../server/domain/admission/invitations/create-invitation-token.ts";
import { joinWaitlist } from "../../server/domain/admission/waitlist/join-waitlist.ts";
import { findEntryOf, lockEntry, moveEntry } from "../../server/domain/admission/waitlist/move-entry.ts";
import { createUser } from "../../server/domain/users/create-user.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import { randomSecret } from "../../server/platform/crypto.ts";
import { hashPassword } from "../../server/platform/passwords.ts";
import { BY_INVOICE } from "../../server/platform/schema/provider.ts";
import type { Scope, Tx } from "../../server/platform/scope.ts";
import { customers } from "./customer-stories.ts";
import type { DemoScope } from "./demo-scope.ts";
import { scopeAt } from "./scope-at.ts";
import { PEOPLE, type Person } from "./waitlist-story.ts";

/** A code for many people. */
const MANY = 100;

/** The waitlist, who of it was invited and came, and the codes that were given out. What is there already is left as it is. */
export async function seedAdmission(scope: DemoScope): Promise<void> {
  const { db, tenantId } = scope;
  const passwordHash = await hashPassword(randomSecret(96));
  const recent = await db.customer.findMany({
    where: { tenantId, externalId: { in: PEOPLE.flatMap(({ customer }) => customer ?? []) } },
    select: { id: true, externalId: true, createdAt: true },
  });
  for (const [index, person] of PEOPLE.entries()) {
    scope.step(`waitlist entry ${index + 1} of ${PEOPLE.length}`);
    const customer = recent.find(({ externalId }) => externalId === person.customer);
    await seedPerson(scope, { person, customer, passwordHash });
  }
  await seedCodes(scope);
}

interface Place {
  person: Person;
  /** Whom they buy for. */
  customer: { id: string; createdAt: Date } | undefined;
  passwordHash: string;
}

/** Someone of the waitlist, through the product's own operations, each as at its moment. */
async function seedPerson(scope: DemoScope, { person, customer, passwordHash }: Place): Promise<void> {
  const { db, now } = scope;
  const { name, email, metadata, became } = person;
  const joinedAt = customer
    ? addIntervals(customer.createdAt, "DAY", -4)
    : addIntervals(now, "DAY", -person.joinedDays);
  await joinWaitlist(scopeAt(scope, joinedAt), { email, name, metadata });
  if (became === "PENDING") return;
  const answered = scopeAt(scope, addIntervals(joinedAt, "DAY", 2));
  await db.$transaction(async (tx) => {
    const id = (await findEntryOf(tx, scope, email)) ?? "";
    const entry = await lockEntry(tx, scope, id);
    if (entry.status !== "PENDING") return;
    if (became === "REJECTED") {
      await moveEntry(tx, answered, entry, "REJECTED");
      return;
    }
    const invited = await moveEntry(tx, answered, entry, "INVITED");
    // Who has not answered may do so for some days yet.
    const expiresAt = addIntervals(became === "INVITED" ? now : answered.clock.now(), "DAY", 6);
    const token = await inviteAddress(tx, answered, { email, name, waitlistEntryId: invited.id, expiresAt });
    await keepMails(tx, answered);
    if (became === "INVITED") return;
    const came = scopeAt(scope, addIntervals(joinedAt, "DAY", 3));
    const user = await createUser(tx, came, { email, name, passwordHash });
    const customerId = customer?.id ?? null;
    const key = { tenantId_id: { tenantId: scope.tenantId, id: user.id } };
    await tx.user.update({ where: key, data: { customerId } });
    await consumeToken(tx, came, token.id, { subject: user.id, customerId, email });
  });
}

/** These people are made up: their mails are there to be looked at, whatever server is configured. */
async function keepMails(tx: Tx, { tenantId, clock }: Scope): Promise<void> {
  const data = { status: "SENT", attempts: 1, sentAt: clock.now() } as const;
  await tx.mailMessage.updateMany({ where: { tenantId, status: "QUEUED" }, data });
}

/** A code for many, which those used who came in the last months, and one for a single person. */
async function seedCodes(scope: DemoScope): Promise<void> {
  const { tenantId, db, now } = scope;
  scope.step("invitation codes");
  const made = scopeAt(scope, addIntervals(now, "MONTH", -4));
  const expiresAt = addIntervals(now, "MONTH", 2).toISOString();
  const known = await db.invitationCode.findMany({ where: { tenantId } });
  const row =
    known.find(({ maxUses }) => maxUses === MANY) ??
    (await findCode(scope, (await createInvitationCode(made, { maxUses: MANY, expiresAt })).code));
  if (!row) throw new Error("The invitation code was not kept.");
  const used = customers().filter(({ provider, since }) => provider === BY_INVOICE && since < 4);
  for (const { externalId } of used) {
    const key = { tenantId_externalId: { tenantId, externalId } };
    const { id: customerId, createdAt } = await db.customer.findUniqueOrThrow({ where: key });
    await db.$transaction((tx) =>
      consumeCode(tx, scopeAt(scope, createdAt), row, { subject: externalId, customerId, email: null }),
    );
  }
  if (!known.some(({ maxUses }) => maxUses === 1)) await createInvitationCode(scope, { maxUses: 1 });
}

/** Overrides that a support team would have given. */
export async function seedOverrides(scope: DemoScope, customerId: string): Promise<void> {
  const { tenantId, db, now } = scope;
  const feature = await db.feature.findUniqueOrThrow({
    where: { tenantId_key: { tenantId, key: "api_calls" } },
  });
  const reason = "Launch week: promised 10,000 more calls until the end of the quarter.";
  const override = {
    tenantId,
    id: "ovr_demo_0001",
    customerId,
    featureId: feature.id,
    limitAdd: 10_000,
    reason,
    createdBy: "demo",
  };
  await db.override.createMany({
    data: [{ ...override, createdAt: now, startsAt: now, endsAt: addIntervals(now, "MONTH", 3) }],
    skipDuplicates: true,
  });
}
