import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import type { Services, Tx } from "../../platform/scope.ts";

/** Slug of the installation's own tenant, whose users are the dashboard's members. */
export const INSTALLATION_SLUG = "usher";

export interface NewTenant {
  slug: string;
  name: string;
  mode: "LIVE" | "TEST";
  parentId?: string;
}

/** Creates a tenant: a software company's space, or the sandbox of one. Throws tenant_slug_taken. */
export async function createTenant(tx: Tx, services: Pick<Services, "clock">, input: NewTenant) {
  if (await tx.tenant.findUnique({ where: { slug: input.slug } }))
    throw new ApiError("tenant_slug_taken", { details: { slug: input.slug } });
  const now = services.clock.now();
  const { slug, name, mode, parentId } = input;
  return tx.tenant.create({
    data: { id: newId("tenant"), slug, name, mode, parentId, createdAt: now, updatedAt: now },
  });
}
