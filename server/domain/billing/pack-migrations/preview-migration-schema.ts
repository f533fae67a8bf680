import { z } from "zod";
import { Currency, Identifier } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Count } from "./schema.ts";

export const PreviewMigration = z
  .strictObject({
    pack_id: Identifier.meta({ description: "The pack to move to, published or a draft." }),
    from_pack_id: Identifier.meta({ description: "The pack to move from." }),
  })
  .meta({ id: "PreviewPackMigrationRequest" });

const OVER_LIMIT =
  "Subscribers who have used more under this subscription than the new pack allows, its overage included; of held units (ALLOCATED), who hold more than all of the customer's subscriptions and free plans allow together.";

const MigrationEffect = z
  .object({
    feature_key: z.string(),
    gained: Count.meta({ description: "Subscribers for whom it is switched on." }),
    lost: Count.meta({ description: "Subscribers for whom it is switched off; an override may keep it on." }),
    limit_raised: Count,
    limit_lowered: Count,
    over_limit: Count.meta({ description: OVER_LIMIT }),
    sample_subscription_ids: z
      .array(z.string())
      .meta({ description: "Up to 5 of those who lose it, get less or are over." }),
  })
  .meta({ id: "PackMigrationEffect" });

const MigrationBilling = z
  .object({
    currency: Currency,
    amount: z.number().int().min(0).meta({ description: "What all of them owe together, in minor units." }),
    subscribers: Count.meta({ description: "How many owe something." }),
    samples: z
      .array(
        z.object({
          subscription_id: z.string(),
          customer: z.string().meta({ description: "How you call the customer." }),
          amount: Amount.meta({ description: "What the customer owes, in minor units." }),
          features: z.array(
            z.object({
              feature_key: z.string(),
              amount: Amount.meta({ description: "What its use past the limit costs, in minor units." }),
            }),
          ),
        }),
      )
      .meta({ description: "Up to 5 of those who owe most." }),
  })
  .meta({ id: "PackMigrationBilling" });

export const MigrationPreview = z
  .object({
    from_pack_id: z.string(),
    to_pack_id: z.string(),
    subscribers: Count,
    gains: z.array(z.string()).meta({ description: "Features that the pack has and theirs has not." }),
    losses: z.array(z.string()).meta({ description: "Features that theirs has and the pack has not." }),
    changes: z.array(
      z.object({
        feature_key: z.string(),
        field: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    features: z.array(MigrationEffect).meta({
      description:
        "What the move would do, counted subscriber by subscriber, overrides and drivers included.",
    }),
    over_limit: z
      .array(z.object({ feature_key: z.string(), subscribers: Count }))
      .meta({ description: `By feature. ${OVER_LIMIT}` }),
    billed_now: z.array(MigrationBilling).meta({
      description:
        "What a move now settles, one for each currency: use past the limit so far, at the old pack's prices, of METERED features whose limit, prices or period the move changes. It is owed at once and billed with each one's next invoice. A move at the period's end bills it then, with the rest of the period.",
    }),
    summary: z.array(z.string()).meta({
      description: "The counts in words: 14 subscribers lose feature x.",
    }),
  })
  .meta({ id: "PackMigrationPreview" });

export const previewMigrationMeta = operation({
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/catalog/packs/{pack_id}/migrations/preview",
  summary: "Preview moving subscribers to a pack",
  description:
    "What subscribers would gain and lose, and what a move now would make them owe. Changes nothing.",
  errors: ["pack_not_found", "pack_migration_not_possible"],
});
