import { sha256 } from "../../../../platform/crypto.ts";
import type { Scope } from "../../../../platform/scope.ts";

interface Claim {
  providerCustomerId: string;
  productId: string;
  currency: string;
  providerSubscriptionId: string;
}

/** The customers and products that a dry run has assigned so far, because it writes no rows. */
export interface Claims {
  of(externalId: string): Promise<Claim[]>;
  add(claim: Claim & { externalId: string }): Promise<void>;
}

/** A real import needs none: its assignments are in the tables. */
export const NO_CLAIMS: Claims = {
  of: async () => [],
  add: async () => undefined,
};

/** The claims of one dry run, stored across its pages for a day: each page may be requested again. */
export function claimsOf({ tenantId, db, clock }: Scope, runId: string): Claims {
  const hashOf = (externalId: string) => sha256(`${tenantId} ${externalId}`);
  return {
    of: (externalId) =>
      db.importClaim.findMany({ where: { tenantId, runId, externalIdHash: hashOf(externalId) } }),
    async add({ externalId, ...of }) {
      const claim = { tenantId, runId, externalIdHash: hashOf(externalId), ...of };
      await db.importClaim.createMany({
        data: [{ ...claim, createdAt: clock.now() }],
        skipDuplicates: true,
      });
    },
  };
}
