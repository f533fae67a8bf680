-- CreateTable
CREATE TABLE "erasures" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "customer_ids" TEXT[],
    "user_ids" TEXT[],
    "waitlist_entry_ids" TEXT[],
    "subject_sealed" TEXT,
    "cancels" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "erasures_tenant_id_status_idx" ON "erasures"("tenant_id", "status");

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Who was erased stays so: whoever read the row before, and writes it afterwards, is refused.
alter table "customers" add constraint "customers_erased" check ("erased_at" is null
  or ("email" is null and "name" is null and "invoice_address" is null and "metadata" = '{}'));
alter table "erasures" add constraint "erasures_forgotten" check (("status" = 'DONE') <= ("subject_sealed" is null));

-- A callback is handled by what it names; the rest of it told of people and of nothing that is needed.
update "provider_events" set "payload" = "payload" - 'event' where "payload" ? 'event';

-- The ledger's reasons and the names that its entries were given may speak of a person, too.
create or replace function "usher_refuse_rewrite"() returns trigger language plpgsql as $$
declare
  personal text[] := array['data', 'before', 'after', 'salt', 'reason', 'event_id'];
  seal text[] := array['position', 'digest', 'hash'];
  was jsonb;
  becomes jsonb;
begin
  if tg_op = 'UPDATE' then
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    if current_setting('usher.erase', true) = 'on' and becomes - personal = was - personal then
      return new;
    end if;
    if tg_table_name = 'audit_entries' and was->>'position' is null and becomes - seal = was - seal then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
