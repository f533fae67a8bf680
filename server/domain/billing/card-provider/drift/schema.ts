import { z } from "zod";
import { ActorType, Identifier, pageQuery, Timestamp, text } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";

const Kind = z
  .enum([
    "status",
    "period_end",
    "ending",
    "prices",
    "schedule",
    "unknown_schedule",
    "missing",
    "ended_here",
    "unknown",
    "twice",
  ])
  .meta({
    description:
      "unknown_schedule: the provider will change the prices, and no change is scheduled here, or one to other prices. missing: the provider does not have it. ended_here: it ended here and goes on there. unknown: we do not have it. twice: two live ones for one of ours.",
  });

const Action = z
  .enum([
    "follow",
    "adopt",
    "schedule",
    "release_schedule",
    "end_here",
    "restore_here",
    "tell_provider",
    "end_surplus",
  ])
  .meta({
    description:
      "follow: our row is synced from the provider. adopt: we save a row for it. schedule: the change that is scheduled here is scheduled at the provider. release_schedule: the schedule at the provider is dropped, and its prices stay as they are; this cannot be undone. end_here: our row ends. restore_here: our row is restored from the provider. tell_provider: the provider gets our prices, from the next period on. end_surplus: the second one at the provider ends and what was paid for it is refunded; this cannot be undone.",
  });

export const Difference = z
  .object({
    kind: Kind,
    subscription_id: z.string().nullable(),
    provider_subscription_id: z.string(),
    ours: z.string().nullable().meta({ description: "The value in Usher." }),
    theirs: z.string().nullable().meta({ description: "The value at the provider." }),
    can_mend: z.boolean().meta({ description: "Whether mending resolves this kind without a person." }),
    decision: Action.nullable().meta({ description: "What a person can decide about it; null: nothing." }),
    is_mended: z.boolean(),
    outcome: z.enum(["open", "held", "gone", "mended", "left", "failed"]).meta({
      description:
        "open: nothing was tried. held: a person undid this mend, and it is left alone. gone: no longer there. mended: both sides were read again and agree. left: tried, and still there. failed: see failure.",
    }),
    mend_id: z
      .string()
      .nullable()
      .meta({ description: "The mend, which can be undone; null: nothing changed." }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "DriftDifference" });

const ACCOUNT = {
  account_id: z
    .string()
    .nullable()
    .meta({ description: "The provider's account that has our subscriptions; null: not known yet." }),
  key_account_id: z
    .string()
    .nullable()
    .meta({ description: "The account that the tenant's key belongs to; null: the key may not read it." }),
};

export const Drift = z
  .object({
    state: z.enum(["DONE", "ANOTHER_ACCOUNT", "TOO_MANY"]).meta({
      description:
        "ANOTHER_ACCOUNT: the key is another account's; nothing was compared. TOO_MANY: more than 3 and more than 2 % of the subscriptions are gone there or would be changed there; nothing is mended until a person says so.",
    }),
    ...ACCOUNT,
    checked_at: Timestamp,
    ours: z.number().int().meta({ description: "Live subscriptions of ours on cards." }),
    theirs: z.number().int().meta({ description: "Live subscriptions at the provider that Usher made." }),
    differences: z.array(Difference),
  })
  .meta({ id: "Drift" });

export const MendDrift = z
  .strictObject({
    despite_many: z
      .boolean()
      .default(false)
      .meta({ description: "Also mends in the state TOO_MANY: a person has checked the cause." }),
  })
  .meta({ id: "MendDriftRequest" });

export const DecideDifference = z
  .strictObject({ kind: Kind, provider_subscription_id: text(255), action: Action })
  .meta({ id: "DecideDifferenceRequest" });

const OurSide = z.object({
  status: z.string(),
  current_period_start: Timestamp.nullable(),
  current_period_end: Timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
});

const TheirSide = z.object({
  status: z.string(),
  current_period_end: Timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  is_scheduled: z.boolean(),
  prices: z.array(z.object({ provider_price_id: z.string(), quantity: z.number() })),
});

const Sides = z
  .object({
    ours: OurSide.nullable().meta({ description: "Our row; null: there was none." }),
    theirs: TheirSide.nullable().meta({ description: "The provider's; null: it was not there." }),
  })
  .meta({ id: "DriftSides" });

export const DriftMend = z
  .object({
    id: z.string(),
    kind: Kind,
    action: Action,
    subscription_id: z.string().nullable(),
    provider_subscription_id: z.string(),
    before: Sides,
    after: Sides.nullable().meta({
      description: "null: it was cut off before both sides could be read again.",
    }),
    actor_type: ActorType,
    actor_id: z.string(),
    created_at: Timestamp,
    undone_at: Timestamp.nullable(),
    undone_by: z.string().nullable(),
  })
  .meta({ id: "DriftMend" });

export const ListMends = z.strictObject(pageQuery);
export const DriftMends = z.object({ data: z.array(DriftMend), next_cursor: z.string().nullable() });
export const DriftMendId = z.strictObject({ id: Identifier });

export const ReconciliationRun = z
  .object({
    state: z.enum(["DONE", "ANOTHER_ACCOUNT", "TOO_MANY", "FAILED"]).meta({
      description: "As a comparison's; FAILED: it could not be made, failure_code says why.",
    }),
    checked_at: Timestamp,
    ...ACCOUNT,
    failure_code: z.string().nullable(),
    ours: z.number().int(),
    theirs: z.number().int(),
    differences: z.number().int().meta({ description: "What still differs." }),
    mended: z.number().int(),
    failed: z.number().int(),
  })
  .meta({ id: "ReconciliationRun" });

export const LastRun = z.object({
  run: ReconciliationRun.nullable().meta({ description: "null: none was made yet." }),
});

const shared = { tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;
const PATH = "/v1/billing/cardprovider/drift";

export const getDriftMeta = operation({
  ...shared,
  method: "GET",
  path: PATH,
  summary: "Compare with the card provider",
  description:
    "Compares every subscription on cards with the provider's; what changed within two minutes is left out. Only reads.",
  errors: PROVIDER_ERRORS,
});

export const mendDriftMeta = operation({
  ...shared,
  method: "POST",
  path: `${PATH}/mend`,
  summary: "Mend differences to the card provider",
  description:
    "Status, period and ending are synced from the provider; a change that is scheduled here is scheduled there again; a subscription that only the provider has is saved if Usher began it, and a second one of ours is ended and refunded there. Nothing ends because it is missing, and the provider's prices stay: a person decides about those. Each mend is stored; all but the ending of a second one can be undone.",
  errors: PROVIDER_ERRORS,
});

export const decideDifferenceMeta = operation({
  ...shared,
  method: "POST",
  path: `${PATH}/decide`,
  isAtomic: true,
  summary: "Decide about one difference to the card provider",
  description:
    "Carries out a person's decision about a difference, after reading both sides again. It is stored and can be undone.",
  errors: [
    "subscription_not_found",
    "subscription_exists",
    "drift_stale",
    "card_provider_account_mismatch",
    ...PROVIDER_ERRORS,
  ],
});

export const listMendsMeta = operation({
  ...shared,
  method: "GET",
  path: `${PATH}/mends`,
  summary: "List what was mended",
  description: "Newest first, with both sides before and after.",
});

export const undoMendMeta = operation({
  ...shared,
  method: "POST",
  path: `${PATH}/mends/{id}/undo`,
  isAtomic: true,
  summary: "Undo a mend",
  description:
    "Restores the side that was changed; a subscription that was adopted ends here. The hourly job leaves the returning difference alone.",
  errors: [
    "subscription_exists",
    "card_provider_account_mismatch",
    "drift_mend_not_reversible",
    "drift_mend_not_found",
    ...PROVIDER_ERRORS,
  ],
});

export const lastRunMeta = operation({
  ...shared,
  method: "GET",
  path: `${PATH}/run`,
  summary: "Get the result of the last comparison",
  description: "The hourly job's, or one that a person asked for.",
});
