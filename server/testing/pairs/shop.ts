import Stripe from "stripe";
import { continueMigration } from "../../domain/billing/pack-migrations/continue-migration.ts";
import { aCatalog, type TestCatalog } from "../a-catalog.ts";
import { aTenant, type TestTenant } from "../a-tenant.ts";
import { done } from "../stage.ts";
import type { World } from "../world.ts";
import {
  AMOUNTS,
  CALLS,
  type Interval,
  MIGRATED_CALLS,
  type Plan,
  type Sale,
  SEAT,
  TRIAL_DAYS,
} from "./model.ts";

/** A TEST tenant that gets the card provider's callbacks. */
export interface Shop {
  world: World;
  tenant: TestTenant;
  stripe: Stripe;
  /** What lives without a trial or a migration share. */
  shared: OnSale;
}

/** One product with the plans of the model. */
export interface OnSale {
  catalog: TestCatalog;
  /** The price of what the model sells. */
  price(sale: Pick<Sale, "plan" | "interval">): string;
  trialPrice: string;
  /** The newest pack of basic. */
  packId: string;
  /** The feature keys of counted units and of seats. */
  calls: string;
  seats: string;
}

export async function openShop(world: World): Promise<Shop> {
  const tenant = await aTenant(world, { mode: "TEST" });
  await done(tenant.admin.post("/v1/billing/cardprovider/callbacks/rotate"));
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
  return { world, tenant, stripe, shared: await putOnSale(tenant, "") };
}

const PLANS: Plan[] = ["basic", "pro", "max"];
const INTERVALS: Interval[] = ["MONTH", "WEEK"];

export async function putOnSale({ scope }: TestTenant, suffix: string): Promise<OnSale> {
  const calls = `calls${suffix}`;
  const seats = `seats${suffix}`;
  const driver = {
    limit: 1,
    driverStepSize: 1,
    driverMaxSteps: 100,
    prices: INTERVALS.map((interval) => ({ currency: "USD", interval, driverStepAmount: SEAT[interval] })),
  };
  const trial = { amount: AMOUNTS.basic.MONTH, trialDays: TRIAL_DAYS, trialNeedsCard: true };
  const catalog = await aCatalog(scope, {
    features: { [calls]: { type: "METERED" }, [seats]: { type: "ALLOCATED" } },
    plans: PLANS.map((slug) => ({
      slug: `${slug}${suffix}`,
      entitlements: { [calls]: { limit: CALLS[slug], resetInterval: "MONTH" as const }, [seats]: driver },
      prices: [
        ...INTERVALS.map((interval) => ({ amount: AMOUNTS[slug][interval], interval })),
        ...(slug === "basic" ? [trial] : []),
      ],
    })),
  });
  const pricesOf = (plan: Plan) => catalog.plans[`${plan}${suffix}`]?.prices ?? [];
  return {
    catalog,
    packId: catalog.plans[`basic${suffix}`]?.packId ?? "",
    calls,
    seats,
    price: ({ plan, interval }) => pricesOf(plan)[INTERVALS.indexOf(interval)] ?? "",
    trialPrice: pricesOf("basic")[INTERVALS.length] ?? "",
  };
}

/** Publishes a new pack of basic with more calls, and moves those who have the old one; answers when all are moved. */
export async function moveToNewPack({ tenant }: Shop, onSale: OnSale, suffix: string) {
  const { admin } = tenant;
  const { catalog, calls, seats, packId } = onSale;
  const plan_id = catalog.plans[`basic${suffix}`]?.id;
  const { id } = await done(
    admin.post("/v1/catalog/packs", {
      plan_id,
      entitlements: [
        { feature_key: calls, limit: MIGRATED_CALLS, reset_interval: "MONTH" },
        {
          feature_key: seats,
          limit: 1,
          driver_step_size: 1,
          driver_max_steps: 100,
          prices: INTERVALS.map((interval) => ({
            currency: "USD",
            interval,
            driver_step_amount: SEAT[interval],
          })),
        },
      ],
    }),
  );
  await done(admin.post(`/v1/catalog/packs/${id}/publish`));
  const reply = await admin.post(`/v1/catalog/packs/${id}/migrations`, { from_pack_id: packId });
  // As the worker does, which these tests run without.
  onSale.packId = id;
  if (reply.status === 201) await continueMigration(tenant.scope, reply.body.id);
  return reply;
}
