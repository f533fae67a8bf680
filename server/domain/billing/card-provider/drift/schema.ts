import { z } from "zod";
import { ActorType, Timestamp } from "../../../../platform/schema/common.ts";

export const DifferenceKind = z
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

export const DifferenceAction = z
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
    kind: DifferenceKind,
    subscription_id: z.string().nullable(),
    provider_subscription_id: z.string(),
    ours: z.string().nullable().meta({ description: "The value in Usher." }),
    theirs: z.string().nullable().meta({ description: "The value at the provider." }),
    can_mend: z.boolean().meta({ description: "Whether mending resolves this kind without a person." }),
    decision: DifferenceAction.nullable().meta({
      description: "What a person can decide about it; null: nothing.",
    }),
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

export const ACCOUNT_FIELDS = {
  account_id: z
    .string()
    .nullable()
    .meta({ description: "The provider's account that has our subscriptions; null: not known yet." }),
  key_account_id: z
    .string()
    .nullable()
    .meta({ description: "The account that the tenant's key belongs to; null: the key may not read it." }),
};

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
    kind: DifferenceKind,
    action: DifferenceAction,
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

export const DRIFT_PATH = "/v1/billing/cardprovider/drift";
