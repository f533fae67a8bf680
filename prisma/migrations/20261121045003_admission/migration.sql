-- AlterTable
ALTER TABLE "invitation_redemptions" ADD COLUMN     "customer_id" TEXT;

-- AlterTable
ALTER TABLE "invitation_tokens" ADD COLUMN     "lapsed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "throttle_buckets" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttle_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "registrations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "code_id" TEXT,
    "customer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "waitlist_counts" (
    "tenant_id" TEXT NOT NULL,
    "status" "WaitlistStatus" NOT NULL,
    "part" SMALLINT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "waitlist_counts_pkey" PRIMARY KEY ("tenant_id","status","part")
);

-- CreateTable
CREATE TABLE "customer_grants" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "plan_price_id" TEXT,
    "trial_days" INTEGER,
    "pack_id" TEXT,
    "source_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "subscription_id" TEXT,

    CONSTRAINT "customer_grants_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "throttle_buckets_expire_idx" ON "throttle_buckets"("expire");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_email_idx" ON "registrations"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_code_id_idx" ON "registrations"("tenant_id", "code_id");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_expires_at_idx" ON "registrations"("tenant_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "registrations_tenant_id_token_hash_key" ON "registrations"("tenant_id", "token_hash");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_plan_price_id_idx" ON "customer_grants"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_pack_id_idx" ON "customer_grants"("tenant_id", "pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_grants_tenant_id_customer_id_source_id_key" ON "customer_grants"("tenant_id", "customer_id", "source_id");

-- CreateIndex
CREATE INDEX "invitation_redemptions_tenant_id_customer_id_idx" ON "invitation_redemptions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_expires_at_idx" ON "sessions"("tenant_id", "expires_at");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_status_referral_count_created_at_idx" ON "waitlist_entries"("tenant_id", "status", "referral_count" DESC, "created_at", "id");

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_tenant_id_code_id_fkey" FOREIGN KEY ("tenant_id", "code_id") REFERENCES "invitation_codes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waitlist_counts" ADD CONSTRAINT "waitlist_counts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── What Prisma's schema cannot say ────────────────────────────────────────────────────────────────────────────────

alter table "registrations" add constraint "registrations_email" check ("email" = lower(btrim("email")) and "email" <> '');
alter table "customer_grants" add constraint "customer_grants_trial_days" check ("trial_days" >= 0);

-- Invitations that may run out, for the job that looks for them.
create index "invitation_tokens_open" on "invitation_tokens" ("tenant_id", "expires_at")
  where "used_at" is null and "revoked_at" is null and "lapsed_at" is null;

-- Entries by status, always exact. Each connection adds to a part of its own, so that many may join at once; the statuses
-- of one statement are taken in one order, so that two statements never wait for each other in a circle.
create function "usher_count_waitlist"() returns trigger language plpgsql as $$
declare
  own_part smallint := pg_backend_pid() % 16;
begin
  if tg_op = 'INSERT' then
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, count(*) from "added" group by 1, 2 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  elsif tg_op = 'DELETE' then
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, -count(*) from "removed" group by 1, 2 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  else
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, sum("change") from (
      select "tenant_id", "status", 1 as "change" from "added" union all select "tenant_id", "status", -1 from "removed"
    ) as "changes" group by 1, 2 having sum("change") <> 0 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  end if;
  return null;
end $$;
create trigger "waitlist_entries_count_insert" after insert on "waitlist_entries"
  referencing new table as "added" for each statement execute function "usher_count_waitlist"();
create trigger "waitlist_entries_count_update" after update on "waitlist_entries"
  referencing old table as "removed" new table as "added" for each statement execute function "usher_count_waitlist"();
create trigger "waitlist_entries_count_delete" after delete on "waitlist_entries"
  referencing old table as "removed" for each statement execute function "usher_count_waitlist"();
insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
  select "tenant_id", "status", 0, count(*) from "waitlist_entries" group by 1, 2;

-- History is never rewritten; only what it says of a person may be blanked, when that person asks for it.
create or replace function "usher_refuse_rewrite"() returns trigger language plpgsql as $$
declare
  personal text[] := array['data', 'before', 'after'];
begin
  if tg_op = 'UPDATE' and current_setting('usher.erase', true) = 'on'
    and to_jsonb(new) - personal = to_jsonb(old) - personal then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
