import { addSeconds, type Clock } from "../platform/clock.ts";
import { aTenant, type TestTenant } from "./a-tenant.ts";
import type { Client } from "./client.ts";
import { deliverNext } from "./deliver-next.ts";
import { ownDatabase } from "./own-database.ts";
import { type Arrival, aReceiver, type Receiver, takes } from "./receiver.ts";
import { openWorld, unique, type World } from "./world.ts";

export const ENDPOINTS = "/v1/webhook-endpoints";

/** A world that may send webhooks to this machine, with a receiver and a clock that pass() moves ahead. */
export interface HookWorld {
  world: World;
  receiver: Receiver;
  clock: Clock;
  /** Lets so many seconds pass. */
  pass(seconds: number): void;
  /** A tenant for the next test, in real time; the receiver takes everything again and remembers nothing. */
  begin(): Promise<TestTenant>;
  /** An endpoint at the receiver, of the test's tenant; takes everything by default. */
  anEndpoint(
    input?: { url?: string; types?: string[]; description?: string },
    tenant?: TestTenant,
  ): Promise<{ id: string; secret: string; at: string }>;
  /** Does what a worker does until nothing is due for the endpoint; answers whether each try was taken. */
  deliver(endpointId: string, tenant?: TestTenant): Promise<boolean[]>;
  /** Adds an entry to the tenant's waitlist. */
  join(tenant?: TestTenant): Promise<void>;
  /** The tenant's administrator with a token that is good now. */
  administrator(): Promise<Client>;
  /** What became of an endpoint's deliveries, the newest event first. */
  // biome-ignore lint/suspicious/noExplicitAny: the conformance test holds the shape.
  deliveries(at: string, query?: string): Promise<any[]>;
  /** What arrived last. Throws when nothing did. */
  newest(): Arrival;
  close(): Promise<void>;
}

/** The tenant's administrator with a new token. */
async function administratorOf({ admin, adminApplication }: TestTenant): Promise<Client> {
  const { id, clientSecret } = adminApplication;
  const grant = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
  const { body } = await admin.with({ authorization: undefined }).post("/v1/auth/token", grant);
  return admin.with({ authorization: `Bearer ${body.access_token}` });
}

export async function openHookWorld(): Promise<HookWorld> {
  let ahead = 0;
  const clock: Clock = { now: () => addSeconds(new Date(), ahead) };
  // A database of its own: a worker of another test would deliver, too.
  const environment = { DATABASE_URL: await ownDatabase(), USHER_WEBHOOKS_TO_PRIVATE: "true" };
  const world = await openWorld({ clock, environment });
  const receiver = await aReceiver();
  let own = await aTenant(world);

  const administrator = () => administratorOf(own);

  return {
    world,
    receiver,
    clock,
    administrator,
    pass(seconds) {
      ahead += seconds;
    },
    async begin() {
      ahead = 0;
      receiver.behave(takes);
      receiver.arrivals.length = 0;
      own = await aTenant(world);
      return own;
    },
    async anEndpoint(input = {}, tenant = own) {
      const { status, body } = await tenant.admin.post(ENDPOINTS, { url: receiver.url, ...input });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return { id: body.id, secret: body.secret, at: `${ENDPOINTS}/${body.id}` };
    },
    async deliver(endpointId, tenant = own) {
      const results: boolean[] = [];
      for (;;) {
        const result = await deliverNext(world.services, { tenantId: tenant.id, endpointId });
        if (result === null) return results;
        results.push(result);
      }
    },
    async join(tenant = own) {
      // Without a token: those end while the clock runs ahead.
      const server = tenant.server.with({ authorization: undefined });
      const { status, body } = await server.post("/v1/waitlist", { email: `${unique("p")}@example.com` });
      if (status !== 201) throw new Error(JSON.stringify(body));
    },
    async deliveries(at, query = "") {
      return (await (await administrator()).get(`${at}/deliveries${query}`)).body.data;
    },
    newest() {
      const arrival = receiver.arrivals.at(-1);
      if (!arrival) throw new Error("Nothing arrived.");
      return arrival;
    },
    async close() {
      await receiver.stop();
      await world.close();
    },
  };
}
