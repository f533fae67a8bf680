import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as migrations from "./migrations.ts";
import { previewMigration } from "./preview-migration.ts";
import * as schema from "./schema.ts";

/** Moving subscriptions to another version of a pack. */
export const packMigrationsRouter = router({
  preview: tenantProcedure
    .meta(schema.previewMigrationMeta)
    .input(schema.PreviewMigration)
    .output(schema.MigrationPreview)
    .mutation(({ ctx, input }) => previewMigration(ctx.scope, input)),
  start: tenantProcedure
    .meta(schema.startMigrationMeta)
    .input(schema.StartMigration)
    .output(schema.PackMigration)
    .mutation(({ ctx, input }) => migrations.startMigration(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listMigrationsMeta)
    .input(schema.ListMigrations)
    .output(schema.MigrationPage)
    .query(({ ctx, input }) => migrations.listMigrations(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getMigrationMeta)
    .input(schema.MigrationId)
    .output(schema.PackMigration)
    .query(({ ctx, input }) => migrations.getMigration(ctx.scope, input)),
  rollback: tenantProcedure
    .meta(schema.rollbackMigrationMeta)
    .input(schema.MigrationId)
    .output(schema.PackMigration)
    .mutation(({ ctx, input }) => migrations.rollbackMigration(ctx.scope, input)),
});
