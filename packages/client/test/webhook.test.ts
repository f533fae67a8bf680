// @module-tag ci
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { openHookWorld } from "../../../server/testing/a-webhook.ts";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../src/index.ts";

const hooks = await openHookWorld();
const { anEndpoint, deliver, join, newest } = hooks;

beforeEach(() => hooks.begin());
afterAll(hooks.close);

/** A person joins the waitlist; what our deliverer sent of it, over real HTTP. */
async function aDelivery() {
  const { id, secret, at } = await anEndpoint({ types: ["waitlist.joined"] });
  await join();
  expect(await deliver(id)).toEqual([true]);
  return { ...newest(), id, secret, at };
}

const refusal = (reason: string) => ({ name: "WebhookVerificationError", reason });

describe("a delivery of Usher's", () => {
  it("is verified, and typed by its type", async () => {
    const { body, headers, secret } = await aDelivery();
    const event = await verifyWebhook(body, headers, secret);
    expect(event).toEqual(JSON.parse(body));
    if (event.type !== "waitlist.joined") throw new Error("That is what was asked for.");
    expectTypeOf(event).toEqualTypeOf<WebhookEvent<"waitlist.joined">>();
    expect("status" in event.data && event.data.status).toBe("PENDING");
  });

  it("is verified from bytes and from a Headers, as frameworks on the edge have them", async () => {
    const { body, headers, secret } = await aDelivery();
    const bytes = new TextEncoder().encode(body);
    expect((await verifyWebhook(bytes, new Headers(headers), [secret])).type).toBe("waitlist.joined");
    expect((await verifyWebhook(bytes.buffer, headers, [secret])).type).toBe("waitlist.joined");
  });

  it("is verified by the old and by the new secret while they are exchanged", async () => {
    const { id, secret: old, at } = await anEndpoint({ types: ["waitlist.joined"] });
    const { secret: next } = (await (await hooks.administrator()).post(`${at}/rotate-secret`)).body;
    await join();
    await deliver(id);
    const { body, headers } = newest();
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const secrets of [old, next, [next, old], ["whsec_b3RoZXI=", old]])
      expect((await verifyWebhook(body, headers, secrets)).type).toBe("waitlist.joined");
  });

  it("is refused when anything of it was changed, or when it is another's", async () => {
    const { body, headers, secret } = await aDelivery();
    const wrong = refusal("SIGNATURE");
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject(wrong);
    await expect(
      verifyWebhook(body, { ...headers, "webhook-id": "evt_other" }, secret),
    ).rejects.toMatchObject(wrong);
    await expect(verifyWebhook(body, headers, "whsec_b3RoZXI=")).rejects.toMatchObject(wrong);
    await expect(verifyWebhook(body, headers, [])).rejects.toMatchObject(wrong);
    const unsigned = { ...headers, "webhook-signature": "v1,!!! v2,abc v1a,abc" };
    await expect(verifyWebhook(body, unsigned, secret)).rejects.toMatchObject(wrong);
  });

  it("is refused when it is older, or newer, than five minutes", async () => {
    const { body, headers, secret } = await aDelivery();
    const at = (seconds: number) => ({ now: new Date(Date.now() + seconds * 1000) });
    expect((await verifyWebhook(body, headers, secret, at(290))).type).toBe("waitlist.joined");
    for (const seconds of [310, -310])
      await expect(verifyWebhook(body, headers, secret, at(seconds))).rejects.toMatchObject(
        refusal("TIMESTAMP"),
      );
    expect(
      (await verifyWebhook(body, headers, secret, { ...at(310), toleranceSeconds: 600 })).type,
    ).toBeDefined();
    const forged = { ...headers, "webhook-timestamp": "soon" };
    await expect(verifyWebhook(body, forged, secret)).rejects.toMatchObject(refusal("TIMESTAMP"));
  });

  it("is refused when it lacks a header", async () => {
    const { body, headers, secret } = await aDelivery();
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const error = await verifyWebhook(body, { ...headers, [name]: undefined }, secret).catch(
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(WebhookVerificationError);
      expect(error).toMatchObject(refusal("MISSING_HEADER"));
    }
  });
});

describe("beside the standard's own library", () => {
  it("both take what the other signs, and what Usher signs", async () => {
    const { body, headers, secret } = await aDelivery();
    expect(new Webhook(secret).verify(body, headers)).toEqual(await verifyWebhook(body, headers, secret));
    const now = new Date();
    const signed = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
    };
    expect(await verifyWebhook(body, signed, secret)).toEqual(JSON.parse(body));
  });
});
