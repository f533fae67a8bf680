import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { mailedSecret, newestMail } from "../../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

/** A tenant of its own with people in line, in this order. */
async function aLine(length: number) {
  const own = await aTenant(world);
  const emails = Array.from({ length }, (_, index) => `p${index}-${unique("w")}@example.com`);
  for (const email of emails) await own.server.post("/v1/waitlist", { email });
  const { entries } = (await own.server.get("/v1/waitlist?limit=1000")).body;
  return { own, emails, ids: entries.map(({ id }: { id: string }) => id) as string[] };
}

const statusesOf = async (own: TestTenant) =>
  (await own.server.get("/v1/waitlist?limit=1000")).body.entries.map(
    ({ status }: { status: string }) => status,
  );

describe("an entry", () => {
  it("shows its position", async () => {
    const { own, emails, ids } = await aLine(3);
    const third = (await own.server.get(`/v1/waitlist/${ids[2]}`)).body;
    expect(third).toMatchObject({ email: emails[2], position: 3, referral_count: 0, referred_by: null });
    await own.server.post(`/v1/waitlist/${ids[0]}/invite`);
    expect((await own.server.get(`/v1/waitlist/${ids[2]}`)).body.position).toBe(2);
  });

  it("is invited, invited again, rejected, reopened, invited", async () => {
    const { own, emails, ids } = await aLine(1);
    const act = async (what: string) => (await own.server.post(`/v1/waitlist/${ids[0]}/${what}`)).body;
    const invited = await act("invite");
    expect(invited).toMatchObject({ status: "INVITED", invited_by: expect.stringMatching(/^app_/) });
    const token = await mailedSecret(own, emails[0] ?? "");
    expect(await act("invite")).toMatchObject({ status: "INVITED" });
    expect(await act("reopen")).toMatchObject({ code: "K4002" });
    expect(await act("reject")).toMatchObject({ status: "REJECTED" });
    expect(await act("reject")).toMatchObject({ status: "REJECTED" });
    const late = await own.server.post("/v1/invitations/redeem", { token, user: "u" });
    expect(late.body).toMatchObject({ code: "K4009", details: { state: "revoked" } });
    expect(await act("invite")).toMatchObject({ code: "K4002" });
    expect(await act("reopen")).toMatchObject({ status: "PENDING", invited_at: null });
    expect(await act("invite")).toMatchObject({ status: "INVITED" });
  });

  it("is erased with its invitations, its mails and its data in history; the record of the erasure stays", async () => {
    const { own, emails, ids } = await aLine(2);
    const [id = ""] = ids;
    const [email = ""] = emails;
    await own.server.post(`/v1/waitlist/${id}/invite`);
    const erased = await own.server.send("DELETE", `/v1/waitlist/${id}`);
    expect(erased.body).toEqual({ id, erased: true });
    expect((await own.server.get(`/v1/waitlist/${id}`)).body.code).toBe("K4001");
    const where = { tenantId: own.id };
    const { db } = world.services;
    const [events, audit, mails] = [
      await db.event.findMany({ where }),
      await db.auditEntry.findMany({ where }),
      await db.mailMessage.findMany({ where }),
    ];
    expect(JSON.stringify([events, audit, mails])).not.toContain(email);
    expect(JSON.stringify(events)).toContain(emails[1]);
    expect(events.map(({ type }) => type)).toContain("waitlist.erased");
    expect((await own.server.post("/v1/waitlist", { email })).status).toBe(201);
    expect((await own.server.get("/v1/waitlist")).body.pagination.total).toBe(2);
  });

  it("history cannot be blanked in any other way", async () => {
    const { own } = await aLine(1);
    const { db } = world.services;
    const write = db.$executeRaw`update events set data = '{}' where tenant_id = ${own.id}`;
    await expect(write).rejects.toThrow(/append-only/);
    const retype = db.$transaction(async (tx) => {
      await tx.$executeRaw`select set_config('usher.erase', 'on', true)`;
      await tx.$executeRaw`update events set type = 'x' where tenant_id = ${own.id}`;
    });
    await expect(retype).rejects.toThrow(/append-only/);
  });

  it.each(["invite", "reject", "reopen"])("%s of nothing: 404", async (what) => {
    const reply = await tenant.server.post(`/v1/waitlist/wait_nothing/${what}`);
    expect([reply.status, reply.body.code]).toEqual([404, "K4001"]);
  });
});

describe("inviting many", () => {
  it("takes the first of the queue, in order, and answers each entry that cannot be invited", async () => {
    const { own, ids } = await aLine(5);
    const oldest = (await own.server.post("/v1/waitlist/invite", { oldest: 2 })).body;
    expect(oldest).toEqual({ invited: ids.slice(0, 2), refused: [] });
    await own.server.post(`/v1/waitlist/${ids[4]}/reject`);
    const named = { ids: [ids[2], ids[4], "wait_nothing"] };
    const answer = (await own.server.post("/v1/waitlist/invite", named)).body;
    expect(answer.invited).toEqual([ids[2]]);
    expect(answer.refused.map(({ code }: { code: string }) => code)).toEqual(["K4002", "K4001"]);
    const neither = await own.server.post("/v1/waitlist/invite", {});
    expect([neither.status, neither.body.code]).toEqual([422, "K4013"]);
    expect((await own.server.post("/v1/waitlist/invite", { oldest: 100 })).body.invited).toEqual([ids[3]]);
  });

  it("two calls at once never invite the same entry", { tags: ["long"] }, async () => {
    const { own } = await aLine(30);
    const replies = await Promise.all(
      [1, 2, 3].map(() => own.server.post("/v1/waitlist/invite", { oldest: 10 })),
    );
    const invited = replies.flatMap(({ body }) => body.invited);
    expect(invited).toHaveLength(30);
    expect(new Set(invited).size).toBe(30);
    expect(await world.services.db.invitationToken.count({ where: { tenantId: own.id } })).toBe(30);
    expect(await statusesOf(own)).toEqual(Array(30).fill("INVITED"));
  });
});

describe("referrals", () => {
  it("move a referrer up where the tenant enables it; only the code shows the position", {
    tags: ["long"],
  }, async () => {
    const { own, emails, ids } = await aLine(3);
    await own.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true });
    const third = (await own.server.get(`/v1/waitlist/${ids[2]}`)).body;
    for (let round = 0; round < 2; round++) {
      const email = `friend${round}-${unique("r")}@example.com`;
      await own.browser.post("/v1/waitlist", { email, referral_code: third.referral_code });
      // Again is not counted again.
      await own.browser.post("/v1/waitlist", { email, referral_code: third.referral_code });
      const mail = await newestMail(own, email);
      expect(mail?.template).toBe("waitlist_joined");
      const [, code] = /waitlist-position\?code=([\w-]+)/.exec(mail?.text ?? "") ?? [];
      await own.browser.post("/v1/waitlist/confirm", { referral_code: code });
    }
    const path = `/v1/waitlist/position?referral_code=${third.referral_code}`;
    const place = await own.browser.get(path);
    expect(place.body).toEqual({
      position: 1,
      referral_code: third.referral_code,
      referral_count: 2,
      is_confirmed: false,
      total: 5,
    });
    expect(JSON.stringify(place.body)).not.toContain(emails[2]);
    expect((await own.server.post("/v1/waitlist/invite", { oldest: 1 })).body.invited).toEqual([ids[2]]);
    expect((await own.browser.get(path)).body.position).toBeNull();
    const unknown = await own.browser.get("/v1/waitlist/position?referral_code=nothing");
    expect([unknown.status, unknown.body.code]).toEqual([404, "K4001"]);
  });

  it("do not count where the tenant disables them", async () => {
    const { own, ids } = await aLine(2);
    const second = (await own.server.get(`/v1/waitlist/${ids[1]}`)).body;
    await own.browser.post("/v1/waitlist", {
      email: `f-${unique("r")}@example.com`,
      referral_code: second.referral_code,
    });
    expect((await own.server.get(`/v1/waitlist/${ids[1]}`)).body).toMatchObject({
      position: 2,
      referral_count: 0,
    });
  });
});

describe("pages of a long list", () => {
  it("every page, read from whichever end, shows the same order; totals are exact after every change", {
    tags: ["long"],
  }, async () => {
    const { own, ids } = await aLine(120);
    await own.server.post("/v1/waitlist/invite", { oldest: 5 });
    await own.server.post(`/v1/waitlist/${ids[7]}/reject`);
    await own.server.send("DELETE", `/v1/waitlist/${ids[8]}`);
    const left = ids.filter((id) => id !== ids[8]);
    for (const [query, expected] of [
      ["", left],
      ["&status=INVITED", ids.slice(0, 5)],
      ["&status=REJECTED", [ids[7]]],
      ["&status=PENDING", left.slice(5).filter((id) => id !== ids[7])],
    ] as const) {
      for (const limit of [7, 50]) {
        const seen: string[] = [];
        for (let offset = 0; offset < expected.length; offset += limit) {
          const { entries, pagination } = (
            await own.server.get(`/v1/waitlist?limit=${limit}&offset=${offset}${query}`)
          ).body;
          expect(pagination.total).toBe(expected.length);
          expect(pagination.hasMore).toBe(offset + entries.length < expected.length);
          seen.push(...entries.map(({ id }: { id: string }) => id));
        }
        expect(seen).toEqual([...expected]);
      }
      const beyond = (await own.server.get(`/v1/waitlist?offset=1000${query}`)).body;
      expect([beyond.entries, beyond.pagination.hasMore]).toEqual([[], false]);
    }
  });
});
