// @module-tag ci
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser, newestMail } from "../../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A tenant that counts referrals, with two people in line. */
async function aLine() {
  const tenant = await aTenant(world);
  await tenant.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true });
  const [first, referrer] = [await join(tenant, `first@example.com`), await join(tenant, "ann@gmail.com")];
  return { tenant, first, referrer, placeOf: (code: string) => placeOf(tenant, code) };
}

const entryOf = ({ id: tenantId }: TestTenant, email: string) =>
  world.services.db.waitlistEntry.findUniqueOrThrow({ where: { tenantId_email: { tenantId, email } } });

/** Joins; answers the entry's own code, which its mail carries. */
async function join(tenant: TestTenant, email: string, referral_code?: string): Promise<string> {
  const joined = await tenant.browser.post("/v1/waitlist", {
    email,
    ...(referral_code && { referral_code }),
  });
  expect(joined.status).toBe(201);
  return (await entryOf(tenant, email)).referralCode;
}

const confirm = async (tenant: TestTenant, referral_code: string) =>
  tenant.browser.post("/v1/waitlist/confirm", { referral_code });

async function placeOf(tenant: TestTenant, code: string) {
  const { position, referral_count } = (
    await tenant.browser.get(`/v1/waitlist/position?referral_code=${code}`)
  ).body;
  return [position, referral_count];
}

const mailsOf = (tenant: TestTenant, to: string) =>
  world.services.db.mailMessage.count({ where: { tenantId: tenant.id, to: { contains: to } } });

test("the mail about joining speaks of an inviter to those alone who came by a link", async () => {
  const { tenant, referrer } = await aLine();
  const [invited, other] = [`${unique("invited")}@example.com`, `${unique("other")}@example.com`];
  await join(tenant, invited, referrer);
  await join(tenant, other);
  await join(tenant, `${unique("wrong")}@example.com`, "nothing");
  const mails = await Promise.all([invited, other].map((to) => newestMail(tenant, to)));
  expect(mails.map((mail) => /the\s+person\s+who\s+invited/.test(mail?.text ?? ""))).toEqual([true, false]);
});

describe("a referral counts", () => {
  it("once its person confirms the address, which changes nothing the second time", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    const code = await join(tenant, "friend@example.com", referrer);
    expect(await placeOf(referrer)).toEqual([2, 0]);
    for (const round of [1, 2]) {
      const { status, body } = await confirm(tenant, code);
      expect([round, status, body.is_confirmed]).toEqual([round, 200, true]);
      expect(await placeOf(referrer)).toEqual([1, 1]);
    }
    expect((await confirm(tenant, "nothing")).body.code).toBe("K4001");
    const events = await world.services.db.event.count({
      where: { tenantId: tenant.id, type: "waitlist.confirmed" },
    });
    expect(events).toBe(1);
  });

  it("once its person registers, and not again when they confirm", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    const email = `${unique("friend")}@example.com`;
    const code = await join(tenant, email, referrer);
    await aUser(tenant, { email });
    expect(await placeOf(referrer)).toEqual([1, 1]);
    expect((await confirm(tenant, code)).status).toBe(200);
    expect(await placeOf(referrer)).toEqual([1, 1]);
  });

  it("not where nobody proved the address, however many join; and few mails go to one mailbox", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => join(tenant, `sock+${index}@gmail.com`, referrer)),
    );
    expect(await placeOf(referrer)).toEqual([2, 0]);
    expect(await mailsOf(tenant, "sock+")).toBe(5);
  });

  it("once for each mailbox, also when all confirm at once, and never the referrer's own", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    const codes = await Promise.all(
      [
        "sock@gmail.com",
        "s.o.c.k@gmail.com",
        "sock+1@googlemail.com",
        "sock+2@gmail.com",
        "a.n.n+me@gmail.com",
      ].map((email) => join(tenant, email, referrer)),
    );
    const friend = await join(tenant, "friend@example.com", referrer);
    const replies = await Promise.all([...codes, friend, friend].map((code) => confirm(tenant, code)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
    expect(await placeOf(referrer)).toEqual([1, 2]);
  });

  it("also when referrer and referred confirm and register at once, without a deadlock", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    const friends = Array.from({ length: 6 }, () => `${unique("friend")}@example.com`);
    const codes = await Promise.all(friends.map((email) => join(tenant, email, referrer)));
    const answers = await Promise.all([
      confirm(tenant, referrer),
      ...codes.map((code) => confirm(tenant, code)),
      ...friends.slice(0, 3).map((email) => aUser(tenant, { email })),
    ]);
    expect(answers).toHaveLength(10);
    expect(await placeOf(referrer)).toEqual([1, 6]);
  });

  it("no more where an admin has rejected the entry", async () => {
    const { tenant, referrer, placeOf } = await aLine();
    const code = await join(tenant, "sock@example.com", referrer);
    await tenant.server.post(`/v1/waitlist/${(await entryOf(tenant, "sock@example.com")).id}/reject`);
    expect((await confirm(tenant, code)).status).toBe(200);
    expect(await placeOf(referrer)).toEqual([2, 0]);
  });
});
