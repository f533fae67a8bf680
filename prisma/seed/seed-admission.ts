import { createInvitationCode } from "../../server/domain/admission/invitations/create-invitation-code.ts";
import { inviteAddress } from "../../server/domain/admission/invitations/create-invitation-token.ts";
import { joinWaitlist } from "../../server/domain/admission/waitlist/join-waitlist.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { DemoScope } from "./demo-scope.ts";

const ENTRIES = 60;
const FIRST = ["Ada", "Ben", "Chidi", "Dora", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas"];
const LAST = ["Abara", "Berg", "Costa", "Dubois", "Eriksen", "Fuchs"];
const SOURCES = ["friend", "search", "conference", "newsletter"];

/** The waitlist and some invitations. Who joined or was invited already is left so. */
export async function seedAdmission(scope: DemoScope): Promise<void> {
  const { tenantId, db, now } = scope;
  for (let index = 0; index < ENTRIES; index++) {
    scope.step(`waitlist entry ${index + 1} of ${ENTRIES}`);
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
    const isInvited = (await db.invitationToken.count({ where: { tenantId, email } })) > 0;
    if (status === "INVITED" && !isInvited) {
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
  const codes = [{ maxUses: 100, expiresAt: addIntervals(now, "MONTH", 2).toISOString() }, { maxUses: 1 }];
  for (const code of codes) {
    const { maxUses } = code;
    if ((await db.invitationCode.count({ where: { tenantId, maxUses } })) === 0)
      await createInvitationCode(scope, code);
  }
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
