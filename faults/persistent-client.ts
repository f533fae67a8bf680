import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ManualClock } from "../server/platform/clock.ts";
import type { TestTenant } from "../server/testing/a-tenant.ts";
import { createClient, type Reply } from "../server/testing/client.ts";
import type { World } from "../server/testing/world.ts";

/** Statuses after which a client retries: nothing was decided, or another request is still running. */
const TRY_AGAIN = ["K6007", "K9004", "K9002", "K9011"];
const TOKEN_MINUTES = 10;

/** The shop's back end: it retries every request until it is answered. */
export class PersistentClient {
  /** Answers that arrived, tries that failed in a way that a client retries, and what customers finished. */
  readonly figures = { answers: 0, retries: 0, operations: 0 };
  readonly #world: World;
  readonly #tenant: TestTenant;
  readonly #clock: ManualClock;
  #token = { value: "", until: 0 };

  constructor(world: World, tenant: TestTenant, clock: ManualClock) {
    this.#world = world;
    this.#tenant = tenant;
    this.#clock = clock;
  }

  /** Posts until it is answered, where `url` says at each try; null while no server runs. */
  async ask(url: () => string | null, path: string, body: object, isKeyed = true): Promise<Reply> {
    const headers: Record<string, string> = isKeyed ? { "idempotency-key": randomUUID() } : {};
    for (;;) {
      const baseUrl = url();
      if (baseUrl !== null) {
        const identity = {
          "x-app-id": this.#tenant.adminApplication.appId,
          authorization: await this.#authorization(),
        };
        const reply = await createClient(baseUrl, identity)
          .post(path, body, headers)
          .catch(() => null);
        if (reply) this.figures.answers++;
        if (reply?.status === 401) this.#token.until = 0;
        else if (reply && reply.status < 500 && !TRY_AGAIN.includes(reply.body.code)) return reply;
      }
      this.figures.retries++;
      await pause(50 + randomInt(100));
    }
  }

  /** A token from the world's own server, which is never killed; a new one in time. */
  async #authorization(): Promise<string> {
    if (performance.now() > this.#token.until) {
      // The world's clock moves only by hand: without this the token's expiry would not move either.
      if (this.#clock.now().getTime() < Date.now()) this.#clock.moveTo(new Date());
      const { id, appId, clientSecret } = this.#tenant.adminApplication;
      const grant = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
      const client = createClient(this.#world.baseUrl, { "x-app-id": appId });
      const reply = await client.post("/v1/auth/token", grant);
      this.#token = {
        value: `Bearer ${reply.body.access_token}`,
        until: performance.now() + TOKEN_MINUTES * 60_000,
      };
    }
    return this.#token.value;
  }
}
