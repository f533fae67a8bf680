import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as migrations from "./migrations.ts";
import {
  getMigrationMeta,
  ListMigrations,
  listMigrationsMeta,
  MigrationId,
  MigrationPage,
  rollbackMigrationMeta,
  StartMigration,
  startMigrationMeta,
} from "./migrations-schema.ts";
import { previewMigration } from "./preview-migration.ts";
import { MigrationPreview, PreviewMigration, previewMigrationMeta } from "./preview-migration-schema.ts";
import { PackMigration } from "./schema.ts";

/** Moving subscriptions to another version of a pack. */
export const packMigrationsRouter = router({
  preview: mutation(previewMigrationMeta, PreviewMigration, MigrationPreview, previewMigration),
  start: mutation(startMigrationMeta, StartMigration, PackMigration, migrations.startMigration),
  list: query(listMigrationsMeta, ListMigrations, MigrationPage, migrations.listMigrations),
  get: query(getMigrationMeta, MigrationId, PackMigration, migrations.getMigration),
  rollback: mutation(rollbackMigrationMeta, MigrationId, PackMigration, migrations.rollbackMigration),
});
