import { WAITS_FOR_CARDHOLDER } from "../providers/operation-failures.ts";
import { CORRECTION_INVARIANTS } from "./correction-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { USAGE_INVARIANTS } from "./usage-invariants.ts";

/** Every invariant that `npm run doctor` checks. Each is one query that only reads. */
export const INVARIANTS: Invariant[] = [
  ...USAGE_INVARIANTS,
  ...CORRECTION_INVARIANTS,
  {
    name: "codes-count-their-redemptions",
    meaning: "An invitation code's count is not the number of its redemptions.",
    sql: `select c.tenant_id, c.id, 'used ' || c.used_count || ', redeemed ' || count(r.id) as wrong
      from invitation_codes c left join invitation_redemptions r on r.tenant_id = c.tenant_id and r.code_id = c.id
      group by c.tenant_id, c.id, c.used_count having c.used_count <> count(r.id)`,
  },
  {
    name: "used-tokens-are-redeemed",
    meaning: "An invitation token was used without a redemption, or redeemed without being used.",
    sql: `select t.tenant_id, t.id, 'used_at ' || coalesce(t.used_at::text, 'null') as wrong
      from invitation_tokens t left join invitation_redemptions r on r.tenant_id = t.tenant_id and r.token_id = t.id
      where (t.used_at is null) <> (r.id is null)`,
  },
  {
    name: "waitlist-is-counted",
    meaning: "The count of a waitlist's entries by status is not what stands in it.",
    sql: `select coalesce(c.tenant_id, e.tenant_id) as tenant_id, coalesce(c.status, e.status)::text as id,
        'counted ' || coalesce(c.total, 0) || ', there are ' || coalesce(e.total, 0) as wrong
      from (select tenant_id, status, sum(entries) as total from waitlist_counts group by 1, 2) c
      full join (select tenant_id, status, count(*) as total from waitlist_entries group by 1, 2) e
        on e.tenant_id = c.tenant_id and e.status = c.status
      where coalesce(c.total, 0) <> coalesce(e.total, 0)`,
  },
  {
    name: "events-are-numbered-without-gaps",
    meaning: "An object's events are not numbered 1, 2, 3 … to the last.",
    sql: `select e.tenant_id, e.object_id as id, 'events ' || count(*) || ', highest ' || max(e.sequence) || ', last ' || coalesce(max(s.last), 0) as wrong
      from events e left join object_sequences s on s.tenant_id = e.tenant_id and s.object_id = e.object_id
      group by e.tenant_id, e.object_id
      having count(*) <> max(e.sequence) or max(e.sequence) <> coalesce(max(s.last), 0)`,
  },
  {
    name: "audit-is-an-unbroken-chain",
    meaning:
      "An audit entry was changed, removed or put in after it was sealed, or blanked without a word about it.",
    sql: `select tenant_id, id, wrong from (
        select a.tenant_id, a.id, case
          when a.position <> coalesce(lag(a.position) over chain, 0) + 1 then 'no entry stands at position ' || a.position - 1
          when a.hash <> sha256(coalesce(lag(a.hash) over chain, decode(repeat('00', 32), 'hex')) || a.digest)
            then 'does not follow from the entry before it'
          when a.salt is not null and a.digest <> usher_audit_digest(a) then 'is not what was sealed'
          when a.salt is null and (a.before is not null or a.after <> jsonb_build_object('id', a.object_id, 'erased', true))
            then 'lost its salt but was not blanked'
          when a.salt is null and not exists (
            select 1 from audit_entries e where e.tenant_id = a.tenant_id and e.action = 'history.erased'
              and (e.after->'object_ids' ? a.object_id or e.after->'audit_entry_ids' ? a.id)) then 'was blanked, and no entry says so'
          when lead(a.position) over chain is null and (a.position, a.hash) is distinct from (h.position, h.hash)
            then 'is the last, but not the head of its chain' end as wrong
        from audit_entries a left join audit_chains h on h.tenant_id = a.tenant_id
        where a.position is not null
        window chain as (partition by a.tenant_id order by a.position)
      ) links where wrong is not null
      union all
      select h.tenant_id, h.tenant_id, 'the chain has a head at ' || h.position || ' and no entry' from audit_chains h
      where h.position > 0 and not exists (
        select 1 from audit_entries a where a.tenant_id = h.tenant_id and a.position is not null)`,
  },
  {
    name: "subscriptions-make-sense",
    meaning:
      "A subscription's price, plan, product and pack do not belong together, or it ended without a moment.",
    sql: `select s.tenant_id, s.id, s.status::text as wrong
      from subscriptions s
      join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
      join plans l on l.tenant_id = s.tenant_id and l.id = s.plan_id
      left join packs k on k.tenant_id = s.tenant_id and k.id = s.pack_id
      where p.plan_id <> s.plan_id or l.product_id <> s.product_id or (k.id is not null and k.plan_id <> s.plan_id)
        or k.status = 'DRAFT' or (s.status = 'CANCELED') <> (s.ended_at is not null)`,
  },
  {
    name: "provider-customers-have-one-currency",
    meaning:
      "A live subscription is paid through a customer of the card provider's who stands for somebody else, or for another currency.",
    sql: `select s.tenant_id, s.id, s.provider_customer_id || ' is ' || r.object_id || ' in ' || r.currency || ', sold in ' || p.currency as wrong
      from subscriptions s
      join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
      join provider_references r on r.tenant_id = s.tenant_id and r.provider = 'PROVIDER_A' and r.kind = 'CUSTOMER'
        and r.provider_id = s.provider_customer_id
      where s.provider = 'PROVIDER_A' and s.status <> 'CANCELED'
        and (r.object_id <> s.customer_id or r.currency not in ('', p.currency))`,
  },
  {
    name: "terms-follow-each-other",
    meaning: "The terms of a subscription have a gap, or two of their phases overlap.",
    sql: `select tenant_id, subscription_id as id,
        'ends ' || coalesce(to_at::text, 'never') || ', the next begins ' || next as wrong
      from (select *, lead(from_at) over (partition by tenant_id, subscription_id order by from_at) as next
        from subscription_terms) phases
      where next is not null and to_at is distinct from next`,
  },
  {
    name: "terms-are-open-while-sold",
    meaning: "A subscription that has not ended has no open terms, or one that has ended has.",
    sql: `select s.tenant_id, s.id, s.status || ', open ' || count(t.id) as wrong
      from subscriptions s
      left join subscription_terms t on t.tenant_id = s.tenant_id and t.subscription_id = s.id and t.to_at is null
      group by s.tenant_id, s.id, s.status having count(t.id) <> case when s.status = 'CANCELED' then 0 else 1 end`,
  },
  {
    name: "terms-agree-with-their-subscription",
    meaning:
      "The last terms of a subscription are not those that its row says it is sold under, or end at another moment.",
    sql: `select s.tenant_id, s.id, case when t.id is null then 'no terms' else 'differs from ' || t.id end as wrong
      from subscriptions s
      left join lateral (select * from subscription_terms t where t.tenant_id = s.tenant_id and t.subscription_id = s.id
        order by t.from_at desc limit 1) t on true
      where (t.customer_id, t.plan_id, t.plan_price_id, t.pack_id, t.anchor, t.provider)
          is distinct from (s.customer_id, s.plan_id, s.plan_price_id, s.pack_id, s.period_anchor, s.provider)
        or t.collecting::text <> case s.status when 'TRIALING' then 'TRIAL' when 'PAUSED' then 'PAUSED'
          when 'CANCELED' then t.collecting::text else 'PAID' end
        or (s.status = 'CANCELED' and t.to_at <> greatest(s.ended_at, t.from_at + interval '1 millisecond'))
        or (select coalesce(jsonb_object_agg(d.feature_id, d.steps), '{}') from subscription_drivers d
            where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.steps > 0)
          <> (select coalesce(jsonb_object_agg(b->>'feature_id', b->'steps'), '{}') from jsonb_array_elements(t.drivers) b)`,
  },
  {
    name: "promises-are-used-once",
    meaning: "Promised terms are used without a subscription, or claimed by a sale that is over.",
    sql: `select g.tenant_id, g.id, 'subscription ' || coalesce(g.subscription_id, 'null') as wrong from customer_grants g
      where (g.used_at is not null and g.subscription_id is null)
        or (g.used_at is null and g.subscription_id is not null
          and not exists (
            select 1 from checkout_sessions c
            where c.tenant_id = g.tenant_id and c.subscription_id = g.subscription_id and c.status = 'OPEN')
          and not exists (
            select 1 from provider_operations o
            where o.tenant_id = g.tenant_id and o.customer_id = g.customer_id and o.subscription_id = g.subscription_id
              and o.kind = 'START' and (o.status = 'PENDING' or o.failure_code in ('${WAITS_FOR_CARDHOLDER}', 'LEFT'))))`,
  },
  {
    name: "migrations-count-their-items",
    meaning: "A pack migration's counts are not those of its items.",
    sql: `select m.tenant_id, m.id, 'moved ' || m.moved || ', items ' || count(i.moved_at) as wrong
      from pack_migrations m left join pack_migration_items i on i.tenant_id = m.tenant_id and i.migration_id = m.id
      group by m.tenant_id, m.id, m.moved, m.rolled_back, m.total
      having m.moved <> count(i.moved_at) or m.rolled_back <> count(i.rolled_back_at) or m.total <> count(i.subscription_id)`,
  },
  {
    name: "one-pack-on-sale",
    meaning: "A plan has more than one published pack, or one that was published has no moment.",
    sql: `select tenant_id, plan_id as id, count(*) || ' active' as wrong from packs where status = 'ACTIVE'
      group by 1, 2 having count(*) > 1 or bool_or(published_at is null)`,
  },
  {
    name: "invoices-add-up",
    meaning: "The lines of an invoice of ours do not add up to it, or its payments to what was paid.",
    sql: `select i.tenant_id, i.id, 'total ' || i.total || ', lines ' || l.total || ', paid ' || i.amount_paid || ', payments ' || p.total as wrong
      from invoices i
      cross join lateral (select coalesce(sum(amount), 0) as total from invoice_lines where tenant_id = i.tenant_id and invoice_id = i.id) l
      cross join lateral (select coalesce(sum(amount), 0) as total, coalesce(sum(surplus), 0) as surplus from invoice_payments
        where tenant_id = i.tenant_id and invoice_id = i.id and taken_back_at is null) p
      where i.provider = 'PROVIDER_B' and (l.total <> i.total or p.total <> i.amount_paid or p.surplus <> i.amount_surplus
        or (i.status = 'PAID') <> (i.amount_paid = i.amount_due and i.status not in ('VOID', 'DRAFT')))`,
  },
  {
    name: "invoices-are-numbered-without-gaps",
    meaning: "The numbers of a tenant's own invoices have a gap, or the next one has been given already.",
    sql: `select t.id as tenant_id, t.id, 'invoices ' || count(i.number) || ', next ' || t.next_invoice_number as wrong
      from tenants t left join invoices i on i.tenant_id = t.id and i.number is not null
      group by t.id having count(i.number) <> t.next_invoice_number - 1 or coalesce(max(i.number), 0) <> t.next_invoice_number - 1`,
  },
  {
    name: "billed-usage-is-charged",
    meaning:
      "Usage was billed without a charge of the same amount. Before charges were kept, the card provider's lines may not tell.",
    sql: `select r.tenant_id, r.id, 'billed ' || r.billed_amount || ', charged ' || coalesce(c.amount::text, 'nothing') as wrong
      from usage_records r
      left join charges c on c.tenant_id = r.tenant_id and c.key = 'counter:' || r.id
      where r.status = 'BILLED' and r.billed_amount > 0 and c.amount is distinct from r.billed_amount`,
  },
  {
    name: "charges-are-in-one-place",
    meaning: "A charge neither waits nor is on an invoice, on the provider's balance, held or written off.",
    sql: `select c.tenant_id, c.id, c.key || ' of ' || c.amount as wrong from charges c
      where not exists (
        select 1 from charge_placements p where p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null)`,
  },
  {
    name: "placed-charges-are-lines",
    meaning:
      "A charge is on an invoice that is void, a draft or another customer's, or its line is not there or of another amount.",
    sql: `select p.tenant_id, p.charge_id as id,
        'invoice ' || i.id || ' ' || i.status || ', charge ' || c.amount || ', line ' || coalesce(l.amount::text, 'none') as wrong
      from charge_placements p
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
      join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
      left join invoice_lines l on l.tenant_id = p.tenant_id and l.id = p.line_id and l.invoice_id = p.invoice_id
      where p.ended_at is null and (i.status in ('VOID', 'DRAFT') or i.customer_id <> c.customer_id or i.currency <> c.currency
        or l.amount is distinct from c.amount and not starts_with(c.key, 'credit_note:'))`,
  },
  {
    name: "lines-are-charges",
    meaning: "A line of an issued invoice has no charge, or two.",
    sql: `select i.tenant_id, l.id, count(p.id) || ' charges of ' || l.amount as wrong
      from invoices i
      join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.amount <> 0
      left join charge_placements p on p.tenant_id = l.tenant_id and p.line_id = l.id and p.ended_at is null
      where i.status in ('OPEN', 'PAID', 'UNCOLLECTIBLE')
      group by i.tenant_id, l.id, l.amount having count(p.id) <> 1`,
  },
  {
    name: "receivable-is-what-is-left-to-pay",
    meaning: "The journal's receivable of an invoice is not what is left to pay on it.",
    sql: `select i.tenant_id, i.id, 'left ' || left_to_pay || ', receivable ' || coalesce(t.amount, 0) as wrong
      from invoices i
      cross join lateral (select case when i.status = 'OPEN' then i.amount_due - i.amount_paid else 0 end as left_to_pay) l
      left join lateral (
        select sum(case when t.debit_account = 'RECEIVABLE' then t.amount when t.credit_account = 'RECEIVABLE' then -t.amount else 0 end) as amount
        from journal_transfers t where t.tenant_id = i.tenant_id and t.invoice_id = i.id) t on true
      where coalesce(t.amount, 0) <> left_to_pay`,
  },
  {
    name: "journal-follows-charges",
    meaning:
      "What the journal has as owed and not billed, as canceled billing, or as credit that waits, is not the sum of the charges that are so.",
    sql: `select coalesce(c.tenant_id, t.tenant_id) as tenant_id, coalesce(c.customer_id, t.customer_id) as id,
        coalesce(c.account, t.account) || ': charges ' || coalesce(c.amount, 0) || ', journal ' || coalesce(t.amount, 0) as wrong
      from (
        select c.tenant_id, c.customer_id, c.currency, c.provider, 
          case when p.kind = 'WRITTEN_OFF' then 'CANCELED' when c.cause = 'CREDIT' then 'CREDIT' else 'UNBILLED' end as account,
          sum(c.amount) as amount
        from charges c
        join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null
          and (p.kind in ('WAITING', 'HELD') or p.kind = 'INVOICE' and p.invoice_id is null
            or p.kind = 'WRITTEN_OFF' and (c.cause <> 'CREDIT' or c.amount > 0 and p.code is distinct from 'TAKEN_BACK'))
        group by 1, 2, 3, 4, 5
      ) c
      full join (
        select tenant_id, customer_id, currency, provider, account, sum(moved) as amount
        from journal_transfers t
        cross join lateral (values (t.debit_account::text, t.debit_provider, t.amount), (t.credit_account::text, t.credit_provider, -t.amount))
          as side (account, provider, moved)
        where account in ('UNBILLED', 'CANCELED') or account = 'CREDIT' and provider = 'PROVIDER_B'
        group by 1, 2, 3, 4, 5
      ) t on (t.tenant_id, t.customer_id, t.currency, t.provider, t.account) = (c.tenant_id, c.customer_id, c.currency, c.provider, c.account)
      where coalesce(c.amount, 0) <> coalesce(t.amount, 0)`,
  },
  {
    name: "credit-of-no-subscription-is-credit",
    meaning:
      "A customer owes, for no subscription, what waits for an invoice: credit alone waits so. What was used of it and taken back is invoiced at once.",
    sql: `select c.tenant_id, c.customer_id as id, c.currency || ' ' || sum(c.amount) || ' waits' as wrong
      from charge_placements p
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
      where p.kind = 'WAITING' and p.ended_at is null and c.subscription_id is null and c.provider = 'PROVIDER_B'
      group by c.tenant_id, c.customer_id, c.currency having sum(c.amount) > 0`,
  },
  {
    name: "charges-of-ended-subscriptions-are-invoiced",
    meaning:
      "More than a day after a subscription ended, what is owed for it waits for an invoice or was sent and has not come back.",
    sql: `select s.tenant_id, s.id, 'ended ' || s.ended_at || ', left ' || sum(c.amount) as wrong
      from charge_placements p
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
      join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
      join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id and u.test_clock_id is null
      where p.ended_at is null and p.invoice_id is null and p.kind in ('WAITING', 'INVOICE') and s.status = 'CANCELED'
        and s.ended_at < now() - interval '1 day' and p.created_at < now() - interval '1 day'
      group by s.tenant_id, s.id, s.ended_at having sum(c.amount) > 0`,
  },
  {
    name: "drafts-of-ended-subscriptions-are-settled",
    meaning:
      "More than a day after a subscription on cards ended, or moved to another provider, an invoice of it is a draft, which nobody issues or voids.",
    sql: `select i.tenant_id, i.id, i.total || ' ' || i.currency || ' of ' || s.id || ', ' || coalesce('ended ' || s.ended_at, 'moved') as wrong
      from invoices i
      join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
      join customers u on u.tenant_id = i.tenant_id and u.id = i.customer_id
      left join test_clocks k on k.tenant_id = u.tenant_id and k.id = u.test_clock_id
      where i.provider = 'PROVIDER_A' and i.status = 'DRAFT' and (s.status = 'CANCELED' or s.provider <> 'PROVIDER_A')
        and greatest(s.ended_at, i.created_at) < coalesce(k.now, now()) - interval '1 day'`,
  },
  {
    name: "charges-are-invoiced-in-time",
    meaning:
      "A charge of a live subscription on cards is on no issued invoice four days after it was due. The card provider keeps a draft for three at most.",
    sql: `select c.tenant_id, c.id, p.kind || ', due ' || c.due_at as wrong
      from charge_placements p
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id and c.due_at < now() - interval '4 days'
      join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
      join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id and u.test_clock_id is null
      where p.ended_at is null and p.invoice_id is null and p.kind in ('WAITING', 'INVOICE') and s.provider = 'PROVIDER_A'
        and s.status in ('ACTIVE', 'TRIALING', 'PAST_DUE')`,
  },
  {
    name: "changes-that-wait-say-when",
    meaning:
      "A change that waits for a period's end lacks its plan or its moment, on cards for a day after it was asked for, or a moment has no change.",
    sql: `select s.tenant_id, s.id, s.status::text as wrong from subscriptions s
      join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id
      where (s.pending_plan_price_id is null and s.pending_change_at is not null)
        or (s.pending_plan_price_id is not null and s.pending_drivers is null)
        or (s.pending_plan_price_id is not null and s.pending_change_at is null and (s.provider = 'PROVIDER_B'
          or (u.test_clock_id is null and s.updated_at < now() - interval '1 day')))`,
  },
  {
    name: "subscriptions-have-their-provider",
    meaning: "A subscription on cards has no counterpart at the provider, or one of ours has.",
    sql: `select tenant_id, id, provider::text as wrong from subscriptions
      where (provider = 'PROVIDER_A') <> (provider_subscription_id is not null)`,
  },
];
