import { sha256 } from "../../../../platform/crypto.ts";
import type { Scope } from "../../../../platform/scope.ts";

interface Claim {
  providerCustomerId: string;
  productId: string;
  providerSubscriptionId: string;
}

/** What was taken so far by a dry run, which writes no customers: whose, and which of our products. */
export interface Claims {
  of(externalId: string): Promise<Claim[]>;
  add(claim: Claim & { externalId: string }): Promise<void>;
}

/** An import itself needs none: what it took is in the tables. */
export const NO_CLAIMS: Claims = {
  of: async () => [],
  add: async () => undefined,
};

/** The claims of one dry run, kept from part to part and for a day: each part may be asked for again. */
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
