import { createInvitationCode } from "../../server/domain/admission/invitations/create-invitation-code.ts";
import { inviteAddress } from "../../server/domain/admission/invitations/create-invitation-token.ts";
import { joinWaitlist } from "../../server/domain/admission/waitlist/join-waitlist.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { Scope } from "../../server/platform/scope.ts";

const ENTRIES = 60;
const FIRST = ["Ada", "Ben", "Chidi", "Dora", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas"];
const LAST = ["Abara", "Berg", "Costa", "Dubois", "Eriksen", "Fuchs"];
const SOURCES = ["friend", "search", "conference", "newsletter"];

/** Overrides that a support team would have given, the waitlist, and some invitations. */
export async function seedAdmission(scope: Scope): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  for (let index = 0; index < ENTRIES; index++) {
    const name = `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]}`;
    const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
    await joinWaitlist(scope, {
      email,
      name,
      metadata: { source: SOURCES[index % SOURCES.length], team_size: 1 + ((index * 7) % 40) },
    });
    const status =
      index % 10 < 6 ? "PENDING" : index % 10 < 8 ? "INVITED" : index % 10 === 8 ? "REGISTERED" : "REJECTED";
    const createdAt = addIntervals(now, "DAY", index - ENTRIES);
    const invited =
      status === "INVITED" || status === "REGISTERED"
        ? { invitedAt: addIntervals(createdAt, "DAY", 1), invitedBy: "demo" }
        : {};
    const registered = status === "REGISTERED" ? { registeredAt: addIntervals(createdAt, "DAY", 2) } : {};
    await db.waitlistEntry.update({
      where: { tenantId_email: { tenantId, email } },
      data: { createdAt, status, ...invited, ...registered },
    });
    if (status === "INVITED") {
      const entry = await db.waitlistEntry.findUniqueOrThrow({
        where: { tenantId_email: { tenantId, email } },
      });
      await db.$transaction(async (tx) => {
        await inviteAddress(tx, scope, { email, name, waitlistEntryId: entry.id, expiresAt: null });
        // These people are made up: their mails are there to be looked at, whatever server is configured.
        const data = { status: "SENT", attempts: 1, sentAt: now } as const;
        await tx.mailMessage.updateMany({ where: { tenantId, status: "QUEUED" }, data });
      });
    }
  }
  await createInvitationCode(scope, { maxUses: 100, expiresAt: addIntervals(now, "MONTH", 2).toISOString() });
  await createInvitationCode(scope, { maxUses: 1 });
}

/** Overrides that a support team would have given. */
export async function seedOverrides(scope: Scope, customerId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const feature = await db.feature.findUniqueOrThrow({
    where: { tenantId_key: { tenantId, key: "api_calls" } },
  });
  const now = clock.now();
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
  await db.override.create({
    data: { ...override, createdAt: now, startsAt: now, endsAt: addIntervals(now, "MONTH", 3) },
  });
}
