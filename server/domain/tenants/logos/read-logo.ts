import type { Services } from "../../../platform/scope.ts";
import type { LogoKey } from "./address.ts";

/** A stored logo, which is public as its address is: of any tenant, because a copy of settings names the other mode's. */
export async function readLogo(
  { db }: Pick<Services, "db">,
  { tenantId, hash }: LogoKey,
): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
  return db.tenantLogo.findUnique({
    where: { tenantId_hash: { tenantId, hash } },
    select: { mediaType: true, bytes: true },
  });
}
