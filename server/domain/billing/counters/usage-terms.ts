import { createHash } from "node:crypto";
import { z } from "zod";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Grant } from "../grants/grant.ts";
import type { CountedTerms } from "../grants/rules.ts";

const Quantity = z.string().transform((text) => new Decimal(text));

/** As stored: quantities and amounts as text, because a JSON number has too few digits. */
const Stored = z.object({
  limit: Quantity.nullable(),
  overage: z.enum(["BLOCK", "ALLOW", "BILL"]),
  limitBinding: z.enum(["CUSTOMER", "DIMENSION"]),
  capBinding: z.enum(["CUSTOMER", "DIMENSION"]),
  ceiling: Quantity.nullable(),
  step: Quantity,
  price: z
    .object({
      currency: z.string(),
      pricing: z.enum(["FLAT", "GRADUATED", "VOLUME"]),
      unitAmount: Quantity.nullable(),
      tiers: z.array(z.object({ upTo: Quantity.nullable(), unitAmount: Quantity, flatAmount: Quantity })),
      capAmount: z.coerce.bigint().nullable(),
      mostAmount: z.coerce.bigint(),
    })
    .nullable(),
});

function toStored({ limit, overage, limitBinding, capBinding, ceiling, step, price }: Grant) {
  return {
    limit: limit?.toFixed() ?? null,
    overage,
    limitBinding,
    capBinding,
    ceiling: ceiling?.toFixed() ?? null,
    step: step.toFixed(),
    price: price && {
      currency: price.currency,
      pricing: price.pricing,
      unitAmount: price.unitAmount?.toFixed() ?? null,
      tiers: price.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
        upTo: upTo?.toFixed() ?? null,
        unitAmount: unitAmount.toFixed(),
        flatAmount: flatAmount.toFixed(),
      })),
      capAmount: price.capAmount?.toString() ?? null,
      mostAmount: price.mostAmount.toString(),
    },
  };
}

/** The id of the limit, overage and prices of a grant: a digest, the same for all grants that count and cost the same. */
export function usageTermsId(grant: Grant): string {
  const known = ids.get(grant);
  if (known) return known;
  const digest = createHash("sha256").update(JSON.stringify(toStored(grant)));
  const id = digest.digest("base64url").slice(0, 22);
  ids.set(grant, id);
  return id;
}

/** Grants are never changed. */
const ids = new WeakMap<Grant, string>();

/** Those that this process has stored or found stored, by tenant and id. */
const stored = new Set<string>();
const MOST_KNOWN = 10_000;

/** Stores the terms of a grant, so that what is counted under them can be billed by them later. Once for each process. */
export async function keepUsageTerms(tx: Tx, { db, tenantId, clock }: Scope, grant: Grant): Promise<void> {
  const id = usageTermsId(grant);
  const key = `${tenantId} ${id}`;
  if (stored.has(key)) return;
  await tx.usageTerms.createMany({
    data: [{ tenantId, id, terms: toStored(grant), createdAt: clock.now() }],
    skipDuplicates: true,
  });
  // A transaction may still be rolled back.
  if (tx !== db) return;
  if (stored.size >= MOST_KNOWN) stored.clear();
  stored.add(key);
}

/** Stored terms, by id. */
export async function loadUsageTerms(
  tx: Tx,
  { tenantId }: Scope,
  ids: (string | null)[],
): Promise<Map<string, CountedTerms>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.usageTerms.findMany({ where: { tenantId, id: { in: wanted } } });
  return new Map(rows.map(({ id, terms }) => [id, Stored.parse(terms)]));
}
