import { randomInt } from "node:crypto";
import type { ManualClock } from "../server/platform/clock.ts";
import { aCatalog, type TestCatalog } from "../server/testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../server/testing/a-tenant.ts";
import { unique, type World } from "../server/testing/world.ts";
import { ACTIONS, type Promised } from "./customer-actions.ts";
import { PersistentClient } from "./persistent-client.ts";
import { verifyShop } from "./verify-shop.ts";

// A shop whose customers retry each request until it is answered, whatever happens to the servers, and remember what was answered
// with success. At the end all of it must be there, once.

/** Customers who act. */
export interface Opened {
  /** Throws what went wrong with one of them, as soon as it has. */
  check(): void;
  /** Lets all buyers finish their current request. */
  stop(): Promise<void>;
}

export interface Shop {
  tenant: TestTenant;
  catalog: TestCatalog;
  promised: Promised;
  /** Answers that came, and tries that failed in a way that a client tries again. */
  figures: { answers: number; retries: number; operations: number };
  /** Starts so many customers, who act until stop(): all ACTIONS or one. `url` is read at each try; null while no server runs. */
  open(options: { customers: number; url: () => string | null; only?: string }): Opened;
  /** Ends leases by hand: processes with fast clocks have set them to end in the future. */
  letLeasesRunOut(): Promise<void>;
  /** Lets recovery do its work, then throws unless everything promised is there once and the doctor finds nothing. */
  verify(): Promise<void>;
}

/** Other processes take over the work of a killed one when its leases have ended, in real time. */
export const SHORT_LEASES = { USHER_LEASE_SECONDS: "2" };

/** Makes the shop in a world whose clock can be moved, on a database of its own. */
export async function aShop(world: World, clock: ManualClock): Promise<Shop> {
  const tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { calls: { limit: 1e9 } }, prices: [{ amount: 0 }] },
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
    freePlan: "free",
  });
  const promised: Promised = { units: new Map(), subscriptions: [], joined: [], codes: new Map() };
  const client = new PersistentClient(world, tenant, clock);
  const { figures } = client;
  return {
    tenant,
    catalog,
    promised,
    figures,
    open({ customers, url, only }) {
      const actions = Object.entries(ACTIONS).filter(([name]) => only === undefined || name === only);
      const ask = (path: string, body: object, isKeyed?: boolean) => client.ask(url, path, body, isKeyed);
      return startCustomers(customers, async (customer) => {
        // Buying takes longest and is where most can go wrong; the others come in between.
        await actions[randomInt(actions.length)]?.[1]({ ask, catalog, promised }, customer);
        figures.operations++;
      });
    },
    letLeasesRunOut: () => letLeasesRunOut(world, clock),
    verify: () => verifyShop(world, clock, { tenant, promised }),
  };
}

/** Starts so many customers; each acts until stop(), or until an action of any of them fails. */
function startCustomers(count: number, act: (customer: string) => Promise<void>): Opened {
  let isOver = false;
  let failure: Error | undefined;
  const live = async (_: unknown, index: number) => {
    const customer = unique(`customer-${index}`);
    while (!isOver) await act(customer);
  };
  const running = Promise.all(Array.from({ length: count }, live));
  running.catch((error: Error) => {
    failure = error;
    isOver = true;
  });
  return {
    check() {
      if (failure) throw failure;
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function letLeasesRunOut({ services }: World, clock: ManualClock): Promise<void> {
  // By the clock that is furthest behind, and so over for all.
  const over = [clock.now()];
  await services.pool.query("update provider_operations set lease_until = $1 where status = 'PENDING'", over);
  await services.pool.query("update idempotency_keys set lease_until = $1 where status = 'RUNNING'", over);
}
