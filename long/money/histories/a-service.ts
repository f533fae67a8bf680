import { aTenant } from "../../../server/testing/a-tenant.ts";
import type { World } from "../../../server/testing/world.ts";
import type { CardProvider } from "./card-provider.ts";
import { Service } from "./service.ts";

/** A service over HTTP for a TEST tenant of its own, which gets the card provider's callbacks; with the provider's address. */
export async function aService(world: World): Promise<Service & { provider: CardProvider }> {
  const { adminApplication, providerKey } = await aTenant(world, { mode: "TEST" });
  const service = new Service({ baseUrl: world.baseUrl, application: adminApplication });
  // Registers our address at the provider, which a tenant made by rows has not done.
  await service.post("/v1/billing/cardprovider/callbacks/rotate");
  return Object.assign(service, { provider: { url: world.sandboxUrl, secretKey: providerKey } });
}
