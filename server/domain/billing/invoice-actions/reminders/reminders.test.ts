// @module-tag ci
import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// When an invoice of ours is due and reminded of, and how a person changes that, over REST.

interface Company {
  story: Story;
  subscription: string;
  get(what?: string): ReturnType<Story["get"]>;
  post(what: string, fields: object): ReturnType<Story["post"]>;
  /** The mails that reminded of the invoice. */
  mails(): Promise<number>;
  reminders(): Promise<string[]>;
}

/** A customer who owes 30.00, due on 13 January; reminders come 3, 7 and 14 days later. */
async function aCompany(world: World): Promise<Company> {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: {},
    plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] }],
  });
  const days = { reminder_days: [3, 7, 14] };
  expect((await story.tenant.admin.send("PATCH", "/v1/settings", days)).status).toBe(200);
  const subscription = await story.start("PROVIDER_B", "pro", { due_days: 3 });
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
  const path = `/v1/billing/invoices/${data[0].id}`;
  const get = (what = "") => story.get(`${path}${what}`);
  return {
    story,
    subscription,
    get,
    post: (what, fields) => story.post(`${path}${what}`, fields),
    mails: () =>
      world.services.db.mailMessage.count({
        where: { tenantId: story.tenant.id, template: "invoice_reminder" },
      }),
    reminders: async () =>
      (await get("/reminders")).body.reminders.map(
        ({ at, status }: { at: string; status: string }) => `${at.slice(5, 10)} ${status}`,
      ),
  };
}

const reason = "They called us.";

describe("a reminder that a person sends", () => {
  it("goes out once a day, of an overdue invoice alone, also where reminders are stopped", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, reminders, mails, post, get } = await aCompany(world);
    const send = async () => {
      const { status, body } = await post("/reminders/send", {});
      return status === 200 ? "sent" : body.code;
    };
    await story.to("2030-01-13T09:59:59Z");
    expect(await send()).toBe("K6064");
    await story.to("2030-01-14T10:00:00Z");
    await post("/reminders/stop", { reason });
    const replies = await Promise.all([1, 2, 3].map(send));
    expect(replies.sort()).toEqual(["K6065", "K6065", "sent"]);
    expect((await get("/reminders")).body.next_by_hand_at).toBe("2030-01-15T10:00:00.000Z");
    expect(await mails()).toBe(1);
    await post("/reminders/resume", { reason });
    expect(await reminders()).toEqual(["01-14 SENT", "01-16 PLANNED", "01-20 PLANNED", "01-27 PLANNED"]);
    await story.to("2030-01-15T10:00:00Z");
    expect((await get("/reminders")).body.next_by_hand_at).toBeNull();
    expect(await send()).toBe("sent");
    await story.to("2030-01-16T11:00:00Z");
    expect(await reminders()).toEqual([
      ...["01-14 SENT", "01-15 SENT", "01-16 SENT", "01-20 PLANNED", "01-27 PLANNED"],
    ]);
    expect(await send()).toBe("K6065");
    await post("/payments", {});
    expect(await send()).toBe("K6013");
    expect(await mails()).toBe(3);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});

describe("the reminders of an invoice", () => {
  it("are listed: what was sent, and what comes when; nothing comes when it is paid", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, reminders, mails, post, get } = await aCompany(world);
    expect(await reminders()).toEqual(["01-16 PLANNED", "01-20 PLANNED", "01-27 PLANNED"]);
    await story.to("2030-01-17T10:00:00Z");
    expect(await reminders()).toEqual(["01-16 SENT", "01-20 PLANNED", "01-27 PLANNED"]);
    expect(await mails()).toBe(1);
    await post("/payments", {});
    expect((await get("/reminders")).body).toMatchObject({
      due_at: "2030-01-13T10:00:00.000Z",
      stopped_at: null,
      reminders: [{ at: "2030-01-16T10:00:00.000Z", status: "SENT" }],
    });
  });

  it("are stopped for one invoice and resumed; those that passed meanwhile are not sent", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, reminders, mails, post, get, subscription } = await aCompany(world);
    await story.to("2030-01-14T10:00:00Z");
    const stopped = await post("/reminders/stop", { reason });
    expect(stopped.status, JSON.stringify(stopped.body)).toBe(200);
    expect(stopped.body.stopped_at).toBe("2030-01-14T10:00:00.000Z");
    expect((await post("/reminders/stop", { reason })).status).toBe(200);
    expect(await reminders()).toEqual(["01-16 STOPPED", "01-20 STOPPED", "01-27 STOPPED"]);
    await story.to("2030-01-21T10:00:00Z");
    expect(await mails()).toBe(0);
    expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
    await post("/reminders/resume", { reason: "They did not pay." });
    expect(await reminders()).toEqual(["01-27 PLANNED"]);
    await story.to("2030-01-28T10:00:00Z");
    expect([await mails(), await reminders()]).toEqual([1, ["01-27 SENT"]]);
    const decisions = (await get("/decisions")).body.data;
    expect(decisions.map(({ kind, reason: why }: { kind: string; reason: string }) => [kind, why])).toEqual([
      ["REMINDERS_RESUMED", "They did not pay."],
      ["REMINDERS_STOPPED", reason],
    ]);
  });

  it("stay stopped when the invoice is issued anew", async ({ world }) => {
    const { story, post } = await aCompany(world);
    const { body } = await post("/reminders/stop", { reason });
    const { body: gone } = await post("/void", { charges: "reissue" });
    const anew = (await story.get(`/v1/billing/invoices/${gone.replaced_by_id}/reminders`)).body;
    expect(anew.stopped_at).toBe(body.stopped_at);
    expect(anew.reminders.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill("STOPPED"));
  });

  it("are stopped once, however many ask at once, and only while it is open", async ({ world }) => {
    const { story, post, get } = await aCompany(world);
    const replies = await Promise.all([1, 2, 3].map(() => post("/reminders/stop", { reason })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get("/decisions")).body.data).toHaveLength(1);
    await post("/payments", {});
    expect((await post("/reminders/resume", { reason })).body.code).toBe("K6013");
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});

describe("the due date of an invoice", () => {
  it("is put off: its subscription is active again, and reminders begin anew", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, subscription, post, reminders, mails, get } = await aCompany(world);
    await story.to("2030-01-17T10:00:00Z");
    expect([(await story.subscription(subscription)).status, await mails()]).toEqual(["PAST_DUE", 1]);
    const reply = await post("/due-date", { due_at: "2030-01-25T12:00:00+02:00", reason });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({ due_at: "2030-01-25T10:00:00.000Z", is_overdue: false });
    expect((await story.subscription(subscription)).status).toBe("ACTIVE");
    expect(await reminders()).toEqual(["01-16 SENT", "01-28 PLANNED", "02-01 PLANNED", "02-08 PLANNED"]);
    await story.to("2030-01-29T10:00:00Z");
    expect([(await story.subscription(subscription)).status, await mails()]).toEqual(["PAST_DUE", 2]);
    expect((await get("/decisions")).body.data).toMatchObject([{ kind: "DUE_DATE_EXTENDED", reason }]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is neither past nor earlier, and the latest of several at once stands", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, post, get } = await aCompany(world);
    const code = async (due_at: string) => (await post("/due-date", { due_at, reason })).body.code;
    expect(await code("2030-01-13T10:00:00Z")).toBe("K6033");
    await story.to("2030-01-20T10:00:00Z");
    expect(await code("2030-01-20T09:00:00Z")).toBe("K6033");
    expect(await code("2041-01-20T09:00:00Z")).toBe("K6033");
    const days = ["21", "22", "23", "24"].map((day) => `2030-01-${day}T10:00:00.000Z`);
    await Promise.all(days.map((due_at) => post("/due-date", { due_at, reason })));
    expect((await get()).body.due_at).toBe(days.at(-1));
    await post("/void", {});
    expect(await code("2030-02-20T10:00:00Z")).toBe("K6013");
  });
});
