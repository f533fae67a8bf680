import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as migrations from "./migrations.ts";
import { previewMigration } from "./preview-migration.ts";
import * as schema from "./schema.ts";

/** Moving subscriptions to another version of a pack. */
export const packMigrationsRouter = router({
  preview: mutation(
    schema.previewMigrationMeta,
    schema.PreviewMigration,
    schema.MigrationPreview,
    previewMigration,
  ),
  start: mutation(
    schema.startMigrationMeta,
    schema.StartMigration,
    schema.PackMigration,
    migrations.startMigration,
  ),
  list: query(
    schema.listMigrationsMeta,
    schema.ListMigrations,
    schema.MigrationPage,
    migrations.listMigrations,
  ),
  get: query(schema.getMigrationMeta, schema.MigrationId, schema.PackMigration, migrations.getMigration),
  rollback: mutation(
    schema.rollbackMigrationMeta,
    schema.MigrationId,
    schema.PackMigration,
    migrations.rollbackMigration,
  ),
});
