-- CreateTable
CREATE TABLE "tenant_logos" (
    "tenant_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_logos_pkey" PRIMARY KEY ("tenant_id","hash")
);

-- AddForeignKey
ALTER TABLE "tenant_logos" ADD CONSTRAINT "tenant_logos_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "tenant_logos" enable row level security;
create policy "own_tenant" on "tenant_logos" using ("tenant_id" = current_setting('usher.tenant_id', true));
