-- AlterTable
ALTER TABLE "pack_migration_items" ADD COLUMN     "skipped_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pack_migrations" ADD COLUMN     "skipped" INTEGER NOT NULL DEFAULT 0;
