import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { MigrationEffective, PackMigration } from "./schema.ts";

export const StartMigration = z
  .strictObject({
    pack_id: Identifier.meta({ description: "The published pack to move to." }),
    from_pack_id: Identifier,
    effective: MigrationEffective.default("now").meta({
      description: "At once, or at the end of each one's period.",
    }),
  })
  .meta({ id: "StartPackMigrationRequest" });

export const MigrationId = z.strictObject({ id: Identifier });

export const ListMigrations = z.strictObject({ ...pageQuery });

export const MigrationPage = pageOf(PackMigration);

export const startMigrationMeta = operation({
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
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
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/pack-migrations",
  summary: "List pack migrations",
  description: "Newest first, with their progress.",
});

export const getMigrationMeta = operation({
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/pack-migrations/{id}",
  summary: "Get a pack migration",
  description: "With its progress.",
  errors: ["pack_migration_not_found"],
});

export const rollbackMigrationMeta = operation({
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/pack-migrations/{id}/rollback",
  summary: "Roll a pack migration back",
  description:
    "Every subscription that it moved returns to its old pack, unless it has changed since. Stops a running migration. Idempotent.",
  errors: ["pack_migration_in_progress", "pack_migration_not_found", "pack_migration_not_reversible"],
});
