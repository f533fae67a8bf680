-- CreateTable
CREATE TABLE "user_identities" (
    "tenant_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("tenant_id","issuer","subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_identities_tenant_id_user_id_issuer_key" ON "user_identities"("tenant_id", "user_id", "issuer");

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Row level security, as every table with tenant_id has it.
alter table "user_identities" enable row level security;
create policy "own_tenant" on "user_identities" using ("tenant_id" = current_setting('usher.tenant_id', true));
