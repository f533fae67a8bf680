-- CreateEnum
CREATE TYPE "Collecting" AS ENUM ('TRIAL', 'PAID', 'PAUSED');

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "terms_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "subscription_terms" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3),
    "plan_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "interval" "Interval" NOT NULL,
    "anchor" TIMESTAMPTZ(3) NOT NULL,
    "pack_id" TEXT,
    "drivers" JSONB NOT NULL,
    "provider" "Provider" NOT NULL,
    "collecting" "Collecting" NOT NULL,

    CONSTRAINT "subscription_terms_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_customer_id_idx" ON "subscription_terms"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_plan_price_id_idx" ON "subscription_terms"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_pack_id_idx" ON "subscription_terms"("tenant_id", "pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_terms_tenant_id_subscription_id_from_at_key" ON "subscription_terms"("tenant_id", "subscription_id", "from_at");

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "subscription_terms" enable row level security;
create policy "own_tenant" on "subscription_terms" using ("tenant_id" = current_setting('usher.tenant_id', true));

-- Two phases of one subscription never overlap. An index over text and ranges together would need the extension btree_gist, which
-- not every installation's database user may create. Two hashes of the subscription (without the sign's bit, so that each has a
-- next number) stand for it: PostgreSQL indexes ranges of numbers by itself.
alter table "subscription_terms" add constraint "subscription_terms_no_overlap" exclude using gist (
  int8range(hashtextextended("tenant_id" || ' ' || "subscription_id", 0) >> 1, hashtextextended("tenant_id" || ' ' || "subscription_id", 0) >> 1, '[]') with &&,
  int8range(hashtextextended("tenant_id" || ' ' || "subscription_id", 1) >> 1, hashtextextended("tenant_id" || ' ' || "subscription_id", 1) >> 1, '[]') with &&,
  tstzrange("from_at", "to_at") with &&);
alter table "subscription_terms" add constraint "subscription_terms_end_after_start" check ("to_at" > "from_at");
create unique index "subscription_terms_one_open" on "subscription_terms" ("tenant_id", "subscription_id") where "to_at" is null;

-- Creating the triggers keeps other processes from writing subscriptions until the commit, so that none is left out.
-- Writes the history of what a subscription is sold as: where its row differs from the open phase of its terms, closes that
-- phase and opens the next one; an ended subscription only closes it. Returns whether anything changed. The moment is the
-- provider's where the row has it (end, end of the trial, new anchor), else p_at, else when the row was written. What is learned
-- late counts from just after the open phase began, so that phases never overlap; at the same moment it replaces that phase.
create or replace function "usher_write_terms"(p_tenant text, p_subscription text, p_at timestamptz) returns boolean
language plpgsql as $$
declare
  c_least constant interval := interval '1 millisecond';
  v_row "subscriptions";
  v_open "subscription_terms";
  v_next "subscription_terms";
  v_at timestamptz;
  v_is_same boolean;
begin
  select * into v_row from "subscriptions" where "tenant_id" = p_tenant and "id" = p_subscription for no key update;
  if not found then return false; end if;
  select * into v_open from "subscription_terms" where "tenant_id" = p_tenant and "subscription_id" = p_subscription
    order by "from_at" desc limit 1;
  if v_row."status" = 'CANCELED' and v_open."to_at" is not null then return false; end if;

  select v_row."plan_id", v_row."plan_price_id", p."amount", p."currency", p."interval", v_row."period_anchor", v_row."pack_id",
      v_row."provider", case v_row."status" when 'TRIALING' then 'TRIAL' when 'PAUSED' then 'PAUSED' else 'PAID' end,
      coalesce((
        select jsonb_agg(jsonb_build_object('feature_id', d."feature_id", 'steps', d."steps", 'step_amount', (
          select a."driver_step_amount"::text from "pack_entitlements" e
          join "pack_entitlement_prices" a on a."tenant_id" = e."tenant_id" and a."entitlement_id" = e."id" and a."currency" = p."currency"
            and (a."interval" is null or a."interval" = p."interval")
          where e."tenant_id" = p_tenant and e."pack_id" = v_row."pack_id" and e."feature_id" = d."feature_id"
          order by a."interval" nulls last limit 1
        )) order by d."feature_id")
        from "subscription_drivers" d where d."tenant_id" = p_tenant and d."subscription_id" = p_subscription and d."steps" > 0
      ), '[]')
    into v_next."plan_id", v_next."plan_price_id", v_next."amount", v_next."currency", v_next."interval", v_next."anchor",
      v_next."pack_id", v_next."provider", v_next."collecting", v_next."drivers"
    from "plan_prices" p where p."tenant_id" = p_tenant and p."id" = v_row."plan_price_id";
  -- What follows from these columns does not change, and a price is never changed once it is sold.
  v_is_same := v_open."id" is not null
    and (v_open."plan_price_id", v_open."anchor", v_open."pack_id", v_open."provider", v_open."collecting", v_open."drivers")
      is not distinct from
      (v_next."plan_price_id", v_next."anchor", v_next."pack_id", v_next."provider", v_next."collecting", v_next."drivers");

  if v_open."id" is null then
    v_at := coalesce(v_row."current_period_start", v_row."created_at");
    if v_row."status" = 'CANCELED' then
      v_next."to_at" := coalesce(v_row."ended_at", p_at, v_row."updated_at");
      v_at := least(v_at, v_next."to_at" - c_least);
    end if;
  elsif v_row."status" = 'CANCELED' then
    update "subscription_terms"
      set "to_at" = greatest(coalesce(v_row."ended_at", p_at, v_row."updated_at"), v_open."from_at" + c_least)
      where "tenant_id" = p_tenant and "id" = v_open."id";
  elsif v_open."to_at" is not null then
    -- A subscription that had ended here by mistake and is live: it was sold without a gap.
    v_at := v_open."to_at";
    if v_is_same then
      update "subscription_terms" set "to_at" = null where "tenant_id" = p_tenant and "id" = v_open."id";
      v_at := null;
    end if;
  elsif v_is_same then
    return false;
  else
    v_at := coalesce(
      case when v_open."collecting" = 'TRIAL' and v_next."collecting" <> 'TRIAL' and v_row."trial_end" > v_open."from_at"
        and (v_next."collecting" = 'PAID' or v_row."trial_end" <= v_row."updated_at") then v_row."trial_end" end,
      case when v_next."anchor" <> v_open."anchor" and v_next."anchor" > v_open."from_at"
        and v_next."anchor" <= v_row."current_period_start" then v_next."anchor" end,
      p_at, v_row."updated_at");
    if v_at < v_open."from_at" then v_at := v_open."from_at" + c_least; end if;
    if v_at = v_open."from_at" then
      update "subscription_terms"
        set "plan_id" = v_next."plan_id", "plan_price_id" = v_next."plan_price_id", "amount" = v_next."amount",
          "currency" = v_next."currency", "interval" = v_next."interval", "anchor" = v_next."anchor", "pack_id" = v_next."pack_id",
          "drivers" = v_next."drivers", "provider" = v_next."provider", "collecting" = v_next."collecting"
        where "tenant_id" = p_tenant and "id" = v_open."id";
      v_at := null;
    else
      update "subscription_terms" set "to_at" = v_at where "tenant_id" = p_tenant and "id" = v_open."id";
    end if;
  end if;

  if v_at is not null then
    insert into "subscription_terms" ("tenant_id", "id", "subscription_id", "customer_id", "from_at", "to_at", "plan_id",
      "plan_price_id", "amount", "currency", "interval", "anchor", "pack_id", "drivers", "provider", "collecting")
    values (p_tenant, "usher_new_id"('terms', v_row."updated_at"), p_subscription, v_row."customer_id", v_at, v_next."to_at",
      v_next."plan_id", v_next."plan_price_id", v_next."amount", v_next."currency", v_next."interval", v_next."anchor",
      v_next."pack_id", v_next."drivers", v_next."provider", v_next."collecting");
  end if;
  update "customers" set "terms_version" = "terms_version" + 1 where "tenant_id" = p_tenant and "id" = v_row."customer_id";
  return true;
end $$;

-- No writer of a subscription can forget its terms: when a transaction that changed what a subscription is sold as commits, the
-- history agrees with the row. Code that knows the moment of the change better has written the phase before.
create or replace function "usher_keep_terms"() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'subscriptions' then
    perform "usher_write_terms"(new."tenant_id", new."id", null);
  elsif tg_op = 'DELETE' then
    perform "usher_write_terms"(old."tenant_id", old."subscription_id", null);
  else
    perform "usher_write_terms"(new."tenant_id", new."subscription_id", null);
  end if;
  return null;
end $$;

create constraint trigger "subscriptions_first_terms" after insert on "subscriptions"
  deferrable initially deferred for each row execute function "usher_keep_terms"();
create constraint trigger "subscriptions_terms" after update on "subscriptions"
  deferrable initially deferred for each row
  when ((old."plan_id", old."plan_price_id", old."pack_id", old."provider", old."status", old."period_anchor")
    is distinct from (new."plan_id", new."plan_price_id", new."pack_id", new."provider", new."status", new."period_anchor"))
  execute function "usher_keep_terms"();
create constraint trigger "subscription_drivers_terms" after insert or update or delete on "subscription_drivers"
  deferrable initially deferred for each row execute function "usher_keep_terms"();


-- Subscriptions of today have the phase that their row describes, from the beginning of the running period on.
insert into "subscription_terms" ("tenant_id", "id", "subscription_id", "customer_id", "from_at", "to_at", "plan_id", "plan_price_id",
  "amount", "currency", "interval", "anchor", "pack_id", "drivers", "provider", "collecting")
select s."tenant_id", "usher_new_id"('terms', s."updated_at"), s."id", s."customer_id",
  case when s."status" = 'CANCELED'
    then least(coalesce(s."current_period_start", s."created_at"), coalesce(s."ended_at", s."updated_at") - interval '1 millisecond')
    else coalesce(s."current_period_start", s."created_at") end,
  case when s."status" = 'CANCELED' then coalesce(s."ended_at", s."updated_at") end,
  s."plan_id", s."plan_price_id", p."amount", p."currency", p."interval", s."period_anchor", s."pack_id",
  coalesce((
    select jsonb_agg(jsonb_build_object('feature_id', d."feature_id", 'steps', d."steps", 'step_amount', (
      select a."driver_step_amount"::text from "pack_entitlements" e
      join "pack_entitlement_prices" a on a."tenant_id" = e."tenant_id" and a."entitlement_id" = e."id" and a."currency" = p."currency"
        and (a."interval" is null or a."interval" = p."interval")
      where e."tenant_id" = s."tenant_id" and e."pack_id" = s."pack_id" and e."feature_id" = d."feature_id"
      order by a."interval" nulls last limit 1
    )) order by d."feature_id")
    from "subscription_drivers" d where d."tenant_id" = s."tenant_id" and d."subscription_id" = s."id" and d."steps" > 0
  ), '[]'),
  s."provider", (case s."status" when 'TRIALING' then 'TRIAL' when 'PAUSED' then 'PAUSED' else 'PAID' end)::"Collecting"
from "subscriptions" s join "plan_prices" p on p."tenant_id" = s."tenant_id" and p."id" = s."plan_price_id";
