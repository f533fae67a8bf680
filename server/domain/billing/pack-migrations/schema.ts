import { z } from "zod";
import { Currency, Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

const Count = z.number().int().min(0);
const Effective = z.enum(["now", "period_end"]);

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

export const StartMigration = z
  .strictObject({
    pack_id: Identifier.meta({ description: "The published pack to move to." }),
    from_pack_id: Identifier,
    effective: Effective.default("now").meta({ description: "At once, or at the end of each one's period." }),
  })
  .meta({ id: "StartPackMigrationRequest" });

export const PackMigration = z
  .object({
    id: z.string(),
    from_pack_id: z.string(),
    to_pack_id: z.string(),
    effective: Effective,
    status: z.enum(["PENDING", "RUNNING", "DONE", "ROLLED_BACK", "FAILED"]),
    total: Count,
    moved: Count,
    rolled_back: Count,
    skipped: Count.meta({
      description:
        "Subscribers who stay on their pack: the new one bills use past a limit, their price is 0, and they have no card.",
    }),
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "PackMigration" });

export const MigrationId = z.strictObject({ id: Identifier });
export const ListMigrations = z.strictObject({ ...pageQuery });
export const MigrationPage = pageOf(PackMigration);

const shared = { tag: "Catalog", security: "app+jwt", scope: "billing:admin" } as const;

export const previewMigrationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/catalog/packs/{pack_id}/migrations/preview",
  summary: "Preview moving subscribers to a pack",
  description:
    "What subscribers would gain and lose, and what a move now would make them owe. Changes nothing.",
  errors: ["pack_not_found", "pack_migration_not_possible"],
});
export const startMigrationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/catalog/packs/{pack_id}/migrations",
  isAtomic: true,
  status: 201,
  summary: "Move subscribers to a pack",
  description:
    "The worker moves them one by one and resumes after an interruption; usage, overrides and drivers stay. Subscribers at a price of 0 without a card are skipped where the new pack bills use past a limit that theirs does not bill. One migration of a plan at a time, including a rollback.",
  errors: [
    "pack_not_found",
    "pack_status_conflict",
    "pack_migration_in_progress",
    "pack_migration_not_possible",
  ],
});
export const listMigrationsMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/pack-migrations",
  summary: "List pack migrations",
  description: "Newest first, with their progress.",
});
export const getMigrationMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/pack-migrations/{id}",
  summary: "Get a pack migration",
  description: "With its progress.",
  errors: ["pack_migration_not_found"],
});
export const rollbackMigrationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/pack-migrations/{id}/rollback",
  summary: "Roll a pack migration back",
  description:
    "Every subscription that it moved returns to its old pack, unless it has changed since. Stops a running migration. Idempotent.",
  errors: ["pack_migration_in_progress", "pack_migration_not_found", "pack_migration_not_reversible"],
});
