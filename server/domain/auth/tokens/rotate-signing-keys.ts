import { type Services, systemScope } from "../../../platform/scope.ts";
import { type Rotation, replaceKeys, rotateKeys } from "../../../platform/signing-keys.ts";
import { recordChange } from "../../events/record-change.ts";

/** Transaction timeout in milliseconds: all tenants share the keys, and each gets an event in the same transaction. */
const WITHIN_MS = 120_000;

/**
 * Rotates the keys that sign access tokens and entitlement snapshots: a new key is published at once and signs an hour later;
 * the old one stays published until everything that it signed has expired. With `isEmergency` the old keys end at once,
 * and so does everything that they signed. The rotation is atomic, and every tenant's audit log and webhooks record it.
 * While a rotation is in progress another one changes nothing, unless it is an emergency.
 */
export async function rotateSigningKeys(
  services: Services,
  { isEmergency }: { isEmergency: boolean },
): Promise<Rotation> {
  const { db, vault, clock } = services;
  return db.$transaction(
    async (tx) => {
      const rotation = await (isEmergency ? replaceKeys : rotateKeys)({ tx, vault, clock });
      if (rotation.isUnderWay) return rotation;
      const { kid, signsFrom, replacedKids, replacedUntil } = rotation;
      const after = {
        kid,
        signs_from: signsFrom.toISOString(),
        replaced_kids: replacedKids,
        replaced_until: replacedUntil.toISOString(),
      };
      const change = {
        type: "signing_key.rotated",
        objectType: "signing_key",
        objectId: kid,
        after,
      } as const;
      for (const tenant of await tx.tenant.findMany({ select: { id: true, mode: true } }))
        await recordChange(tx, systemScope(services, tenant, "rotate-signing-keys"), change);
      return rotation;
    },
    { timeout: WITHIN_MS, maxWait: WITHIN_MS },
  );
}
