import { aTenant } from "../../../server/testing/a-tenant.ts";
import type { World } from "../../../server/testing/world.ts";
import { Service } from "./service.ts";

/** A service over HTTP for a TEST tenant of its own. */
export async function aService(world: World): Promise<Service> {
  const { adminApplication } = await aTenant(world, { mode: "TEST" });
  return new Service({ baseUrl: world.baseUrl, application: adminApplication });
}
