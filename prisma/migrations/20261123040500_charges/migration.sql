-- Other processes wait until the commit, so that none writes an invoice that is left out; in the order in which they write.
lock table "invoices", "invoice_lines", "invoice_items" in access exclusive mode;

-- CreateEnum
CREATE TYPE "ChargeCause" AS ENUM ('COUNTER', 'PERIOD', 'CHANGE', 'CREDIT', 'CARRIED', 'ITEM', 'CORRECTION', 'PROVIDER_LINE', 'LEGACY');

-- CreateEnum
CREATE TYPE "PlacementKind" AS ENUM ('WAITING', 'INVOICE', 'HELD', 'WRITTEN_OFF');

-- CreateEnum
CREATE TYPE "JournalAccount" AS ENUM ('UNBILLED', 'RECEIVABLE', 'CREDIT', 'CASH', 'REVENUE', 'DISCOUNT', 'TAX', 'DISPUTED', 'WRITTEN_OFF');

-- AlterTable
ALTER TABLE "invoice_lines" ADD COLUMN     "provider_item_id" TEXT,
ADD COLUMN     "provider_key" TEXT,
ADD COLUMN     "provider_line_id" TEXT;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "discount" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "charges" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "provider" "Provider" NOT NULL,
    "cause" "ChargeCause" NOT NULL,
    "key" TEXT NOT NULL,
    "source_id" TEXT,
    "corrects" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unit" TEXT,
    "grant_id" TEXT,
    "item" TEXT,
    "price" BIGINT,
    "description" TEXT NOT NULL,
    "is_proration" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "charges_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "charge_placements" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "charge_id" TEXT NOT NULL,
    "kind" "PlacementKind" NOT NULL,
    "invoice_id" TEXT,
    "line_id" TEXT,
    "provider_key" TEXT,
    "provider_item_id" TEXT,
    "code" TEXT,
    "reason" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_code" TEXT,

    CONSTRAINT "charge_placements_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "journal_transfers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unit" TEXT,
    "debit_account" "JournalAccount" NOT NULL,
    "debit_provider" "Provider" NOT NULL,
    "credit_account" "JournalAccount" NOT NULL,
    "credit_provider" "Provider" NOT NULL,
    "amount" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "charge_id" TEXT,
    "invoice_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journal_transfers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- What is there is written in a few statements, before the indexes, references and triggers, which cost per row: those who wait for the
-- lock wait for minutes otherwise.
-- Invoices of today: each line that was issued is a charge on its invoice. What a line was is known where its waiting line, or a
-- counter of the same amount and period, says so; else it is LEGACY. A counter is charged once.
with "lines" as (
  select l.*, i."customer_id", i."subscription_id", i."provider", i."currency",
    row_number() over (partition by l."tenant_id", l."invoice_id", l."description", l."amount" order by l."position") as nth,
    row_number() over (partition by l."tenant_id", i."subscription_id", i."provider", l."description", l."amount", l."period_start"
      order by l."id") as alike,
    coalesce(i."issued_at", i."created_at") as moment
  from "invoice_lines" l join "invoices" i on i."tenant_id" = l."tenant_id" and i."id" = l."invoice_id"
  where i."status" in ('OPEN', 'PAID', 'UNCOLLECTIBLE') and l."amount" <> 0
), "items" as (
  select w.*, row_number() over (partition by w."tenant_id", w."invoice_id", w."description", w."amount" order by w."id") as nth
  from "invoice_items" w where w."invoice_id" is not null
), "counted" as (
  select r."tenant_id", r."id", r."subscription_id", r."billed_amount", date_trunc('second', r."period_start") as "second",
    f."name" || ': usage beyond the plan' as description,
    row_number() over (partition by r."tenant_id", r."subscription_id", f."name", r."billed_amount", date_trunc('second', r."period_start")
      order by r."id") as alike
  from "usage_records" r join "features" f on f."tenant_id" = r."tenant_id" and f."id" = r."feature_id"
  where r."status" = 'BILLED' and r."billed_amount" > 0
), "known" as (
  -- Two joins by equality: one that may match either way compares all lines of an amount with all counters of it.
  select l.*, w."key" as item_key, coalesce(b."id", a."id") as counter,
    row_number() over (partition by l."tenant_id", coalesce(b."id", a."id") order by b."id" is null, l."id") as of_counter
  from "lines" l
  left join "items" w on w."tenant_id" = l."tenant_id" and w."invoice_id" = l."invoice_id" and w."description" = l."description"
    and w."amount" = l."amount" and w.nth = l.nth
  left join "counted" b on b."tenant_id" = l."tenant_id" and b."id" = w."key" and b."billed_amount" = l."amount"
  left join "counted" a on l."provider" = 'PROVIDER_A' and a."tenant_id" = l."tenant_id" and a."subscription_id" = l."subscription_id"
    and a."billed_amount" = l."amount" and a.description = l."description" and a."second" = l."period_start" and a.alike = l.alike
), "named" as (
  select k.*, case when k.of_counter = 1 then k.counter end as record,
    k."provider" = 'PROVIDER_B' and k."description" = 'Credit carried to the next invoice' and k.nth = 1 as is_carried
  from "known" k
)
insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount", "currency",
  "description", "is_proration", "period_start", "period_end", "created_at")
select n."tenant_id", 'chg' || substr(n."id", 5), n."customer_id", n."subscription_id", n."provider",
  (case when n.is_carried then 'CARRIED' when n.item_key like 'credit:%' then 'CREDIT' when n.record is not null then 'COUNTER'
    else 'LEGACY' end)::"ChargeCause",
  case when n.is_carried then 'carried:' || n."invoice_id" when n.item_key like 'credit:%' then n.item_key
    when n.record is not null then 'counter:' || n.record else 'line:' || n."id" end,
  coalesce(n.record, n."invoice_id"), n."amount", n."currency", n."description", n."is_proration",
  coalesce(n."period_start", n.moment), coalesce(n."period_end", n.moment), n.moment
from "named" n;

insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "invoice_id", "line_id", "actor_type", "actor_id", "created_at", "placed_at")
select l."tenant_id", 'place' || substr(l."id", 5), c."id", 'INVOICE', l."invoice_id", l."id", 'SYSTEM', 'migration',
  c."created_at", c."created_at"
from "invoice_lines" l join "charges" c on c."tenant_id" = l."tenant_id" and c."id" = 'chg' || substr(l."id", 5);

-- Lines that wait for an invoice of ours.
with "waiting" as (
  insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount", "currency",
    "description", "is_proration", "period_start", "period_end", "created_at")
  select w."tenant_id", "usher_new_id"('chg', w."created_at"), w."customer_id", w."subscription_id", 'PROVIDER_B',
    (case when w."key" like 'credit:%' then 'CREDIT' when r."id" is not null then 'COUNTER' else 'LEGACY' end)::"ChargeCause",
    case when w."key" like 'credit:%' then w."key" when r."id" is not null then 'counter:' || r."id" else 'item:' || w."key" end,
    r."id", w."amount", w."currency", w."description", w."is_proration", coalesce(w."period_start", w."created_at"),
    coalesce(w."period_end", w."created_at"), w."created_at"
  from "invoice_items" w
  left join "usage_records" r on r."tenant_id" = w."tenant_id" and r."id" = w."key"
    and not exists (select 1 from "charges" c where c."tenant_id" = r."tenant_id" and c."source_id" = r."id" and c."cause" = 'COUNTER')
  where w."invoice_id" is null and w."amount" <> 0
  returning "tenant_id", "id", "created_at"
)
insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "actor_type", "actor_id", "created_at")
select w."tenant_id", "usher_new_id"('place', w."created_at"), w."id", 'WAITING', 'SYSTEM', 'migration', w."created_at" from "waiting" w;

-- What coupons took off is learned with the next callback; until then what is missing from the total.
update "invoices" set "discount" = "subtotal" - "total" where "provider" = 'PROVIDER_A' and "total" < "subtotal";

-- The journal, as the triggers would write it: usher_keep_charge, usher_keep_placement, usher_post_invoice. Ids begin with the time of
-- what they are about, as all do.
with "moved" as (
  select c."tenant_id", c."customer_id", c."currency", c."provider", c."amount", case when c."cause" = 'CARRIED' then 'CREDIT' else 'REVENUE' end as source,
    'UNBILLED' as target, 'ACCRUED' as kind, c."id" || ':accrued' as key, c."id" as charge, null::text as invoice, c."created_at" as at
  from "charges" c where c."cause" <> 'CREDIT'
  union all
  select c."tenant_id", c."customer_id", c."currency", c."provider", c."amount", case when c."cause" = 'CREDIT' then 'CREDIT' else 'UNBILLED' end,
    'RECEIVABLE', 'PLACED', p."id" || ':placed', c."id", p."invoice_id", p."created_at"
  from "charge_placements" p join "charges" c on c."tenant_id" = p."tenant_id" and c."id" = p."charge_id" where p."kind" = 'INVOICE'
  union all
  select i."tenant_id", i."customer_id", i."currency", i."provider", w.amount, w.source, w.target, w.kind, i."id" || ':' || w.kind || ':1',
    null, i."id", i."updated_at"
  from "invoices" i
  cross join lateral (select i."status" in ('OPEN', 'PAID', 'UNCOLLECTIBLE') as is_billed, i."total" - i."subtotal" + i."discount" as tax) t
  cross join lateral (values
    ('TAX', 'TAX', 'RECEIVABLE', case when t.is_billed then t.tax else 0 end),
    ('TAX_INCLUDED', 'TAX', 'REVENUE', case when t.is_billed then i."tax" - t.tax else 0 end),
    ('DISCOUNT', 'RECEIVABLE', 'DISCOUNT', case when t.is_billed then i."discount" else 0 end),
    ('CREDIT', 'RECEIVABLE', 'CREDIT', case when t.is_billed then i."total" - i."amount_due" else 0 end),
    ('CASH', 'RECEIVABLE', 'CASH', i."amount_paid"),
    ('WRITE_OFF', 'RECEIVABLE', 'WRITTEN_OFF', case when i."status" = 'UNCOLLECTIBLE' then i."amount_due" - i."amount_paid" else 0 end)
  ) as w (kind, source, target, amount)
  where w.amount <> 0
)
insert into "journal_transfers" ("tenant_id", "id", "customer_id", "currency", "debit_account", "debit_provider", "credit_account",
  "credit_provider", "amount", "kind", "key", "charge_id", "invoice_id", "at")
select m."tenant_id", 'jrn_' || substr(split_part(coalesce(m.charge, m.invoice), '_', 2), 1, 10) || lpad(to_hex(hashtextextended(m.key, 0)), 16, '0'),
  m."customer_id", m."currency",
  (case when m.amount > 0 then m.target else m.source end)::"JournalAccount", m."provider",
  (case when m.amount > 0 then m.source else m.target end)::"JournalAccount", m."provider",
  abs(m.amount), m.kind, m.key, m.charge, m.invoice, m.at
from "moved" m;

-- CreateIndex
CREATE INDEX "charges_tenant_id_customer_id_id_idx" ON "charges"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "charges_tenant_id_subscription_id_id_idx" ON "charges"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "charges_tenant_id_corrects_idx" ON "charges"("tenant_id", "corrects");

-- CreateIndex
CREATE UNIQUE INDEX "charges_tenant_id_key_key" ON "charges"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_charge_id_idx" ON "charge_placements"("tenant_id", "charge_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_invoice_id_idx" ON "charge_placements"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_line_id_idx" ON "charge_placements"("tenant_id", "line_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_provider_key_idx" ON "charge_placements"("tenant_id", "provider_key");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_provider_item_id_idx" ON "charge_placements"("tenant_id", "provider_item_id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_customer_id_id_idx" ON "journal_transfers"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_charge_id_idx" ON "journal_transfers"("tenant_id", "charge_id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_invoice_id_idx" ON "journal_transfers"("tenant_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_transfers_tenant_id_key_key" ON "journal_transfers"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_invoice_id_provider_line_id_key" ON "invoice_lines"("tenant_id", "invoice_id", "provider_line_id");

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_corrects_fkey" FOREIGN KEY ("tenant_id", "corrects") REFERENCES "charges"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_placements" ADD CONSTRAINT "charge_placements_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "charges"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_placements" ADD CONSTRAINT "charge_placements_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journal_transfers" ADD CONSTRAINT "journal_transfers_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "charges" enable row level security;
create policy "own_tenant" on "charges" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "charge_placements" enable row level security;
create policy "own_tenant" on "charge_placements" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "journal_transfers" enable row level security;
create policy "own_tenant" on "journal_transfers" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "charges" add constraint "charges_not_zero" check ("amount" <> 0);
alter table "charges" add constraint "charges_correct_another" check ("corrects" <> "id");
alter table "journal_transfers" add constraint "journal_transfers_positive" check ("amount" > 0);
alter table "journal_transfers" add constraint "journal_transfers_move"
  check (("debit_account", "debit_provider") <> ("credit_account", "credit_provider"));
-- A charge is in one place.
create unique index "charge_placements_one_live" on "charge_placements" ("tenant_id", "charge_id") where "ended_at" is null;
-- What jobs look for: charges that wait, are held, or were sent and have not come back.
create index "charge_placements_open" on "charge_placements" ("tenant_id", "kind", "id")
  where "ended_at" is null and "invoice_id" is null and "kind" <> 'WRITTEN_OFF';

-- Writes a transfer of the journal, once per key: an amount moves from one account to another. A negative one moves back, so that
-- what is written is above 0. Its provider is the one that holds the account.
create or replace function "usher_transfer"(
  p_tenant text, p_customer text, p_currency text, p_amount bigint,
  p_from "JournalAccount", p_from_provider "Provider", p_to "JournalAccount", p_to_provider "Provider",
  p_kind text, p_key text, p_charge text, p_invoice text, p_at timestamptz
) returns void language sql as $$
  insert into "journal_transfers" ("tenant_id", "id", "customer_id", "currency", "debit_account", "debit_provider", "credit_account",
    "credit_provider", "amount", "kind", "key", "charge_id", "invoice_id", "at")
  select p_tenant, "usher_new_id"('jrn', p_at), p_customer, p_currency,
    case when p_amount > 0 then p_to else p_from end, case when p_amount > 0 then p_to_provider else p_from_provider end,
    case when p_amount > 0 then p_from else p_to end, case when p_amount > 0 then p_from_provider else p_to_provider end,
    abs(p_amount), p_kind, p_key, p_charge, p_invoice, p_at
  where p_amount <> 0
  on conflict ("tenant_id", "key") do nothing
$$;

-- A charge that takes another back has the other sign and is no more than what is left of it, also with two at once. A charge
-- is accrued as it is written. Credit that an invoice left is accrued by the line that says so (CARRIED), not once more.
create or replace function "usher_keep_charge"() returns trigger language plpgsql as $$
declare
  v_corrected "charges";
  v_left bigint;
begin
  if tg_when = 'BEFORE' then
    if new."corrects" is null then return new; end if;
    select * into v_corrected from "charges" where "tenant_id" = new."tenant_id" and "id" = new."corrects" for no key update;
    select v_corrected."amount" + coalesce(sum("amount"), 0) into v_left
      from "charges" where "tenant_id" = new."tenant_id" and "corrects" = new."corrects";
    if sign(new."amount") = sign(v_corrected."amount") or abs(new."amount") > abs(v_left)
      or sign(v_left) <> sign(v_corrected."amount") or v_corrected."currency" <> new."currency"
      or v_corrected."customer_id" <> new."customer_id" then
      raise exception 'charge % of % corrects %, of which % is left', new."key", new."amount", new."corrects", v_left
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new."cause" <> 'CREDIT' then
    perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount",
      (case when new."cause" = 'CARRIED' then 'CREDIT' else 'REVENUE' end)::"JournalAccount", new."provider", 'UNBILLED', new."provider",
      'ACCRUED', new."id" || ':accrued', new."id", null, new."created_at");
  end if;
  return null;
end $$;

create or replace trigger "charges_correct" before insert on "charges"
  for each row execute function "usher_keep_charge"();
create or replace trigger "charges_accrue" after insert on "charges"
  for each row execute function "usher_keep_charge"();

-- A placement's columns are set once, its words about a person are only blanked (while usher.erase is on), and it is never deleted.
-- A charge that comes somewhere no longer waits. As it comes to an invoice or is written off, and as that ends, its amount moves in
-- the journal.
create or replace function "usher_keep_placement"() returns trigger language plpgsql as $$
declare
  v_charge "charges";
  v_home "JournalAccount";
  v_before "JournalAccount";
  v_after "JournalAccount";
  v_invoice_provider "Provider";
begin
  if tg_op = 'DELETE' then
    raise exception 'charge_placements are never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_when = 'BEFORE' and tg_op = 'INSERT' then
    update "charge_placements" set "ended_at" = new."created_at", "end_code" = new."kind"::text
      where "tenant_id" = new."tenant_id" and "charge_id" = new."charge_id" and "kind" = 'WAITING' and "ended_at" is null
        and new."kind" <> 'WAITING';
    return new;
  end if;
  if tg_when = 'BEFORE' then
    if (new."tenant_id", new."id", new."charge_id", new."kind", new."provider_key", new."code", new."actor_type", new."actor_id", new."created_at")
        is distinct from
        (old."tenant_id", old."id", old."charge_id", old."kind", old."provider_key", old."code", old."actor_type", old."actor_id", old."created_at")
      or new."invoice_id" is distinct from old."invoice_id" and old."invoice_id" is not null
      or new."line_id" is distinct from old."line_id" and old."line_id" is not null
      or new."provider_item_id" is distinct from old."provider_item_id" and old."provider_item_id" is not null
      or new."placed_at" is distinct from old."placed_at" and old."placed_at" is not null
      or new."ended_at" is distinct from old."ended_at" and old."ended_at" is not null
      or new."end_code" is distinct from old."end_code" and old."end_code" is not null
      or new."reason" is distinct from old."reason"
        and (new."reason" is not null or coalesce(current_setting('usher.erase', true), '') <> 'on')
      or old."ended_at" is not null and (new."invoice_id", new."line_id") is distinct from (old."invoice_id", old."line_id") then
      raise exception 'a column of charge_placements is set once' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  select * into strict v_charge from "charges" where "tenant_id" = new."tenant_id" and "id" = new."charge_id";
  v_home := case when v_charge."cause" = 'CREDIT' then 'CREDIT' else 'UNBILLED' end;
  v_after := case when new."ended_at" is not null then v_home
    when new."kind" = 'INVOICE' and new."invoice_id" is not null then 'RECEIVABLE'
    when new."kind" = 'WRITTEN_OFF' then 'WRITTEN_OFF' else v_home end;
  v_before := v_home;
  if tg_op = 'UPDATE' then
    v_before := case when old."ended_at" is not null then v_home
      when old."kind" = 'INVOICE' and old."invoice_id" is not null then 'RECEIVABLE'
      when old."kind" = 'WRITTEN_OFF' then 'WRITTEN_OFF' else v_home end;
  end if;
  if v_before = v_after then return null; end if;
  select coalesce((select "provider" from "invoices" where "tenant_id" = new."tenant_id" and "id" = new."invoice_id"), v_charge."provider")
    into v_invoice_provider;
  perform "usher_transfer"(v_charge."tenant_id", v_charge."customer_id", v_charge."currency", v_charge."amount",
    v_before, case when v_before = 'RECEIVABLE' then v_invoice_provider else v_charge."provider" end,
    v_after, case when v_after = 'RECEIVABLE' then v_invoice_provider else v_charge."provider" end,
    case when v_after = v_home then 'ENDED' when v_after = 'RECEIVABLE' then 'PLACED' else 'WRITTEN_OFF' end,
    new."id" || case when v_after = v_home then ':ended' else ':placed' end,
    v_charge."id", new."invoice_id", coalesce(new."ended_at", new."placed_at", new."created_at"));
  return null;
end $$;

create or replace trigger "charge_placements_set_once" before update or delete on "charge_placements"
  for each row execute function "usher_keep_placement"();
create or replace trigger "charge_placements_end_waiting" before insert on "charge_placements"
  for each row execute function "usher_keep_placement"();
create or replace trigger "charge_placements_post" after insert or update on "charge_placements"
  for each row execute function "usher_keep_placement"();

-- A charge that is nowhere else when a transaction commits waits for an invoice.
create or replace function "usher_wait_charge"() returns trigger language plpgsql as $$
declare
  v_charge text := case tg_table_name when 'charges' then to_jsonb(new)->>'id' else to_jsonb(new)->>'charge_id' end;
  v_moment timestamptz := case tg_table_name when 'charges' then to_jsonb(new)->>'created_at' else to_jsonb(new)->>'ended_at' end;
begin
  insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "actor_type", "actor_id", "created_at")
  select new."tenant_id", "usher_new_id"('place', v_moment), v_charge, 'WAITING', 'SYSTEM', 'charges', v_moment
  where not exists (
    select 1 from "charge_placements" p
    where p."tenant_id" = new."tenant_id" and p."charge_id" = v_charge and p."ended_at" is null);
  return null;
end $$;

create constraint trigger "charges_wait" after insert on "charges"
  deferrable initially deferred for each row execute function "usher_wait_charge"();
create constraint trigger "charge_placements_wait" after update on "charge_placements"
  deferrable initially deferred for each row when (old."ended_at" is null and new."ended_at" is not null)
  execute function "usher_wait_charge"();

-- Places charges on the lines of an invoice that was issued: an item of ours that was sent to the card provider under its key;
-- what the provider computed, and what an older version of ours wrote, becomes a charge. A line has its charge once. A draft's
-- lines may still change, and what an older version voided is over.
create or replace function "usher_place_lines"(p_tenant text, p_invoice text) returns void language plpgsql as $$
declare
  v_invoice "invoices";
  v_line "invoice_lines";
  v_charge text;
  v_moment timestamptz;
begin
  select * into v_invoice from "invoices" where "tenant_id" = p_tenant and "id" = p_invoice for no key update;
  if not found or v_invoice."status" = 'DRAFT' then return; end if;
  v_moment := v_invoice."updated_at";
  for v_line in
    select * from "invoice_lines" l where l."tenant_id" = p_tenant and l."invoice_id" = p_invoice and l."amount" <> 0
      and (l."provider_line_id" is not null or v_invoice."provider" = 'PROVIDER_B' and v_invoice."status" <> 'VOID')
      and not exists (select 1 from "charge_placements" p where p."tenant_id" = p_tenant and p."line_id" = l."id")
    order by l."position"
  loop
    v_charge := null;
    if v_line."provider_key" is not null or v_line."provider_item_id" is not null then
      update "charge_placements" set "invoice_id" = p_invoice, "line_id" = v_line."id", "placed_at" = v_moment,
        "provider_item_id" = coalesce("provider_item_id", v_line."provider_item_id")
        where "tenant_id" = p_tenant and "ended_at" is null and "kind" = 'INVOICE' and "invoice_id" is null
          and ("provider_key" = v_line."provider_key" or "provider_item_id" = v_line."provider_item_id")
        returning "charge_id" into v_charge;
      if v_charge is not null then continue; end if;
      -- It was taken back, and came to the invoice all the same.
      select p."charge_id" into v_charge from "charge_placements" p
        where p."tenant_id" = p_tenant
          and (p."provider_key" = v_line."provider_key" or p."provider_item_id" = v_line."provider_item_id")
          and not exists (
          select 1 from "charge_placements" o
          where o."tenant_id" = p_tenant and o."charge_id" = p."charge_id" and o."ended_at" is null
            and o."kind" <> 'WAITING')
        limit 1;
    end if;
    if v_charge is null then
      insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount",
        "currency", "description", "is_proration", "period_start", "period_end", "created_at")
      values (p_tenant, "usher_new_id"('chg', v_moment), v_invoice."customer_id", v_invoice."subscription_id", v_invoice."provider",
        (case when v_line."provider_line_id" is not null then 'PROVIDER_LINE'
          when v_line."description" = 'Credit carried to the next invoice' then 'CARRIED' else 'LEGACY' end)::"ChargeCause",
        'line:' || coalesce(v_invoice."provider_invoice_id" || ':' || v_line."provider_line_id", v_line."id"), p_invoice, v_line."amount",
        v_invoice."currency", v_line."description", v_line."is_proration", coalesce(v_line."period_start", v_invoice."created_at"),
        coalesce(v_line."period_end", v_invoice."created_at"), v_moment)
      on conflict ("tenant_id", "key") do nothing
      returning "id" into v_charge;
    end if;
    if v_charge is not null then
      insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "invoice_id", "line_id", "provider_key",
        "provider_item_id", "actor_type", "actor_id", "created_at", "placed_at")
      values (p_tenant, "usher_new_id"('place', v_moment), v_charge, 'INVOICE', p_invoice, v_line."id", v_line."provider_key",
        v_line."provider_item_id", 'SYSTEM', 'invoice', v_moment, v_moment);
    end if;
  end loop;
end $$;

-- Makes the journal say of an invoice what its row says: tax, discount, credit, cash and what was given up. What was posted before
-- is corrected by the difference, so that states which are learned late, twice or in another order end alike.
create or replace function "usher_post_invoice"(p_tenant text, p_invoice text) returns void language plpgsql as $$
declare
  v_invoice "invoices";
  v_post record;
  v_posted bigint;
  v_times bigint;
  v_is_billed boolean;
  v_tax bigint;
begin
  select * into v_invoice from "invoices" where "tenant_id" = p_tenant and "id" = p_invoice;
  if not found then return; end if;
  v_is_billed := v_invoice."status" in ('OPEN', 'PAID', 'UNCOLLECTIBLE');
  -- The part of the tax that came on top of the lines.
  v_tax := v_invoice."total" - v_invoice."subtotal" + v_invoice."discount";
  for v_post in
    select * from (values
      ('TAX', 'TAX', 'RECEIVABLE', case when v_is_billed then v_tax else 0 end),
      ('TAX_INCLUDED', 'TAX', 'REVENUE', case when v_is_billed then v_invoice."tax" - v_tax else 0 end),
      ('DISCOUNT', 'RECEIVABLE', 'DISCOUNT', case when v_is_billed then v_invoice."discount" else 0 end),
      ('CREDIT', 'RECEIVABLE', 'CREDIT', case when v_is_billed then v_invoice."total" - v_invoice."amount_due" else 0 end),
      ('CASH', 'RECEIVABLE', 'CASH', v_invoice."amount_paid"),
      ('WRITE_OFF', 'RECEIVABLE', 'WRITTEN_OFF',
        case when v_invoice."status" = 'UNCOLLECTIBLE' then v_invoice."amount_due" - v_invoice."amount_paid" else 0 end)
    ) as wanted (kind, source, target, amount)
  loop
    select coalesce(sum(case when "debit_account"::text = v_post.target then "amount" else -"amount" end), 0), count(*)
      into v_posted, v_times
      from "journal_transfers"
      where "tenant_id" = p_tenant and "invoice_id" = p_invoice and "charge_id" is null and "kind" = v_post.kind;
    perform "usher_transfer"(p_tenant, v_invoice."customer_id", v_invoice."currency", (v_post.amount - v_posted)::bigint,
      v_post.source::"JournalAccount", v_invoice."provider", v_post.target::"JournalAccount", v_invoice."provider",
      v_post.kind, p_invoice || ':' || v_post.kind || ':' || v_times + 1, null, p_invoice, v_invoice."updated_at");
  end loop;
end $$;

-- When a transaction that wrote an invoice commits: its lines have their charges, those of a void one are held for a decision
-- where none was made (credit waits again), and the journal agrees with it. So no writer can forget it: neither a callback, nor an
-- older version, nor a person with psql.
create or replace function "usher_settle_invoice"() returns trigger language plpgsql as $$
declare
  v_invoice "invoices";
  v_charge text;
begin
  perform "usher_place_lines"(new."tenant_id", new."id");
  select * into v_invoice from "invoices" where "tenant_id" = new."tenant_id" and "id" = new."id";
  if v_invoice."status" = 'VOID' then
    for v_charge in
      update "charge_placements" set "ended_at" = v_invoice."updated_at", "end_code" = 'VOIDED'
      where "tenant_id" = new."tenant_id" and "invoice_id" = new."id" and "ended_at" is null
      returning "charge_id"
    loop
      insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
      select c."tenant_id", "usher_new_id"('place', v_invoice."updated_at"), c."id", 'HELD', 'VOIDED', 'SYSTEM', 'invoice',
        v_invoice."updated_at"
      from "charges" c where c."tenant_id" = new."tenant_id" and c."id" = v_charge and c."cause" <> 'CREDIT';
    end loop;
  end if;
  perform "usher_post_invoice"(new."tenant_id", new."id");
  return null;
end $$;

create constraint trigger "invoices_settle" after insert or update on "invoices"
  deferrable initially deferred for each row execute function "usher_settle_invoice"();

create or replace trigger "charges_append_only" before update or delete on "charges"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "journal_transfers_append_only" before update or delete on "journal_transfers"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "charges_never_emptied" before truncate on "charges"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "charge_placements_never_emptied" before truncate on "charge_placements"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "journal_transfers_never_emptied" before truncate on "journal_transfers"
  for each statement execute function "usher_refuse_rewrite"();

-- For the version before, which keeps what waits for an invoice of ours in invoice_items: its rows become charges and placements, and
-- charges that wait are rows there, so that either version finds what the other left. The version after drops both.
create or replace function "usher_keep_items"() returns trigger language plpgsql as $$
declare
  v_item "invoice_items";
  v_charge "charges";
  v_key text;
  v_line text;
begin
  if tg_table_name = 'charge_placements' then
    if new."ended_at" is not null then return null; end if;
    select * into v_charge from "charges" where "tenant_id" = new."tenant_id" and "id" = new."charge_id";
    if v_charge."provider" <> 'PROVIDER_B' or v_charge."subscription_id" is null then return null; end if;
    v_key := case when v_charge."cause" = 'COUNTER' then coalesce(v_charge."source_id", v_charge."key") else regexp_replace(v_charge."key", '^item:', '') end;
    if new."kind" = 'WAITING' then
      insert into "invoice_items" ("tenant_id", "id", "customer_id", "subscription_id", "key", "description", "amount", "currency",
        "is_proration", "period_start", "period_end", "created_at")
      values (new."tenant_id", 'item' || substr(v_charge."id", 4), v_charge."customer_id", v_charge."subscription_id", v_key,
        v_charge."description", v_charge."amount", v_charge."currency", v_charge."is_proration", v_charge."period_start",
        v_charge."period_end", v_charge."created_at")
      on conflict ("tenant_id", "key") do update set "invoice_id" = null where "invoice_items"."invoice_id" is not null;
    elsif new."kind" = 'INVOICE' and new."invoice_id" is not null then
      update "invoice_items" set "invoice_id" = new."invoice_id"
        where "tenant_id" = new."tenant_id" and "key" = v_key and "invoice_id" is distinct from new."invoice_id";
    else
      delete from "invoice_items" where "tenant_id" = new."tenant_id" and "key" = v_key and "invoice_id" is null;
    end if;
    return null;
  end if;

  if tg_op = 'DELETE' then v_item := old; else v_item := new; end if;
  if v_item."amount" = 0 then return null; end if;
  select * into v_charge from "charges" where "tenant_id" = v_item."tenant_id"
    and "key" in (v_item."key", 'item:' || v_item."key", 'counter:' || v_item."key") limit 1;
  if v_charge."id" is null and tg_op = 'INSERT' then
    insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount",
      "currency", "description", "is_proration", "period_start", "period_end", "created_at")
    select v_item."tenant_id", "usher_new_id"('chg', v_item."created_at"), v_item."customer_id", v_item."subscription_id", 'PROVIDER_B',
      (case when v_item."key" like 'credit:%' then 'CREDIT' when r."id" is not null then 'COUNTER' else 'LEGACY' end)::"ChargeCause",
      case when v_item."key" like 'credit:%' then v_item."key" when r."id" is not null then 'counter:' || r."id" else 'item:' || v_item."key" end,
      r."id", v_item."amount", v_item."currency", v_item."description", v_item."is_proration",
      coalesce(v_item."period_start", v_item."created_at"), coalesce(v_item."period_end", v_item."created_at"), v_item."created_at"
    from (select) one left join "usage_records" r on r."tenant_id" = v_item."tenant_id" and r."id" = v_item."key"
    on conflict ("tenant_id", "key") do nothing
    returning * into v_charge;
  end if;
  if v_charge."id" is null or exists (
    select 1 from "charge_placements" p where p."tenant_id" = v_charge."tenant_id" and p."charge_id" = v_charge."id" and p."ended_at" is null
      and p."kind" <> 'WAITING') then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- It was sent to the card provider, under the item's id.
    insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "provider_key", "actor_type", "actor_id", "created_at")
    values (v_item."tenant_id", "usher_new_id"('place', v_charge."created_at"), v_charge."id", 'INVOICE', v_item."id", 'SYSTEM',
      'invoice_items', v_charge."created_at");
  elsif v_item."invoice_id" is not null then
    select l."id" into v_line from "invoice_lines" l
      where l."tenant_id" = v_item."tenant_id" and l."invoice_id" = v_item."invoice_id" and l."amount" = v_item."amount"
        and l."description" = v_item."description" and not exists (
          select 1 from "charge_placements" p where p."tenant_id" = l."tenant_id" and p."line_id" = l."id")
      order by l."position" desc limit 1;
    insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "invoice_id", "line_id", "actor_type", "actor_id",
      "created_at", "placed_at")
    select v_item."tenant_id", "usher_new_id"('place', i."updated_at"), v_charge."id", 'INVOICE', i."id", v_line, 'SYSTEM',
      'invoice_items', i."updated_at", i."updated_at"
    from "invoices" i where i."tenant_id" = v_item."tenant_id" and i."id" = v_item."invoice_id";
  end if;
  return null;
end $$;

create or replace trigger "charge_placements_items" after insert on "charge_placements"
  for each row execute function "usher_keep_items"();
create or replace trigger "invoice_items_charges" after insert or update of "invoice_id" or delete on "invoice_items"
  for each row execute function "usher_keep_items"();
