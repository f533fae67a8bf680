import type { Invariant } from "./invariant.ts";

/** What is true of every database's counters of usage, their ledger and their reservations. */
export const USAGE_INVARIANTS: Invariant[] = [
  {
    name: "counters-are-their-ledger",
    meaning:
      "A usage counter is not the sum of its ledger, or carries other units than the counters before it in the period had.",
    // A counter that goes on within its allowance period begins with what those before it had: they are closed when it opens.
    // One that takes over from an ended subscription begins with its period, and may have had any number. So may a free
    // plan's, which has no subscription, at any time.
    sql: `with ledger as (select tenant_id, record_id, sum(delta) as total from usage_ledger group by 1, 2),
      counted as (
        select r.*, r.value + r.carried as used, r.value + r.carried + r.over_before as had, coalesce(l.total, 0) as total,
          coalesce(r.allowance_end, r.period_end) as until
        from usage_records r left join ledger l on l.tenant_id = r.tenant_id and l.record_id = r.id
      ),
      going_on as (
        select tenant_id, customer_id, feature_id, source_id, allowance_start, period_start, until, min(id) as id, sum(had) as had,
          sum(total) as total, bool_and(subscription_id is null) as is_of_free_plan
        from counted where allowance_start < period_start group by 1, 2, 3, 4, 5, 6, 7
      )
      select tenant_id, id, 'used ' || used || ', ledger ' || total as wrong from counted
        where case when allowance_start is null then value <> total or carried <> 0 or over_before <> 0
          when allowance_start = period_start then used < total else false end
      union all
      select g.tenant_id, g.id, 'with what was before ' || g.had || ', ledger ' || g.total || ', before ' || coalesce(b.had, 0)
      from going_on g
      left join lateral (
        select sum(c.had) as had from counted c
        where c.tenant_id = g.tenant_id and c.customer_id = g.customer_id and c.feature_id = g.feature_id
          and c.source_id = g.source_id and c.status <> 'OPEN' and c.period_end = g.period_start
          and coalesce(c.allowance_start, c.period_start) = g.allowance_start and c.until = g.until
      ) b on true
      where case when g.is_of_free_plan then g.had < g.total + coalesce(b.had, 0)
        else g.had <> g.total + coalesce(b.had, 0) end`,
  },
  {
    name: "counters-name-their-terms",
    meaning:
      "A counter names terms that are not stored, so that it cannot be billed, or is open with another limit than theirs.",
    sql: `select r.tenant_id, r.id, coalesce('limit ' || (t.terms->>'limit') || ', included ' || r.included, r.terms_id) as wrong
      from usage_records r left join usage_terms t on t.tenant_id = r.tenant_id and t.id = r.terms_id
      where r.terms_id is not null and (t.id is null
        or r.status = 'OPEN' and (t.terms->>'limit')::numeric is distinct from r.included)`,
  },
  {
    name: "sources-have-one-open-counter",
    meaning:
      "Two counters of a dimension are open for one source, or their periods overlap: some units count twice.",
    sql: `select tenant_id, id, 'ends ' || period_end || ', the next begins ' || coalesce(next_start::text, 'with it') as wrong
      from (
        select tenant_id, id, period_end, lead(period_start) over of_source as next_start,
          status = 'OPEN' and count(*) filter (where status = 'OPEN') over all_of_source > 1 as is_double
        from usage_records where terms_id is not null or status = 'OPEN'
        window of_source as (partition by tenant_id, customer_id, feature_id, dimension, source_id order by period_start, id),
          all_of_source as (partition by tenant_id, customer_id, feature_id, dimension, source_id)
      ) counters where is_double or next_start < period_end`,
  },
  {
    name: "uses-are-whole",
    meaning:
      "A part of a use or of a reservation that was split belongs to none, or its first row says otherwise.",
    sql: `select p.tenant_id, p.id, 'part of ' || p.part_of as wrong
      from usage_ledger p
      join usage_records pr on pr.tenant_id = p.tenant_id and pr.id = p.record_id
      left join usage_ledger f on f.tenant_id = p.tenant_id and f.id = p.part_of
      left join usage_records fr on fr.tenant_id = f.tenant_id and fr.id = f.record_id
      where p.part_of is not null and (f.id is null or f.part_of is not null or p.event_id is not null
        or (f.kind, f.occurred_at, fr.customer_id, fr.feature_id)
          is distinct from (p.kind, p.occurred_at, pr.customer_id, pr.feature_id)
        or fr.dimension <> pr.dimension and pr.dimension <> 'erased:' || pr.id)
      union all
      select p.tenant_id, p.id, p.status || ' part of ' || p.part_of || coalesce(', ' || f.status, '')
      from usage_reservations p
      left join usage_reservations f on f.tenant_id = p.tenant_id and f.id = p.part_of
      where p.part_of is not null and (f.id is null or f.part_of is not null or p.confirmed is not null
        or (f.customer_id, f.feature_id, f.expires_at) is distinct from (p.customer_id, p.feature_id, p.expires_at)
        or case when f.status in ('CONFIRMED', 'RELEASED') then p.status <> 'RELEASED' else p.status not in ('HELD', 'EXPIRED') end)`,
  },
  {
    name: "holds-are-their-reservations",
    meaning: "A counter holds other than its reservations do.",
    sql: `select r.tenant_id, r.id, 'reserved ' || r.reserved || ', reservations ' || coalesce(v.total, 0) as wrong
      from usage_records r
      left join (select tenant_id, record_id, sum(quantity) as total from usage_reservations where status = 'HELD' group by 1, 2) v
        on v.tenant_id = r.tenant_id and v.record_id = r.id
      where r.reserved <> coalesce(v.total, 0)`,
  },
  {
    name: "settled-holds-say-when",
    meaning:
      "A reservation is settled without a moment, or confirmed without the ledger rows of what was counted.",
    sql: `select v.tenant_id, v.id, v.status::text as wrong from usage_reservations v
      where (v.status <> 'HELD') <> (v.settled_at is not null)
        or (v.status = 'CONFIRMED' and v.confirmed is distinct from (
          select l.delta + coalesce((select sum(p.delta) from usage_ledger p where p.tenant_id = l.tenant_id and p.part_of = l.id), 0)
          from usage_ledger l where l.tenant_id = v.tenant_id and l.id = v.ledger_id))`,
  },
  {
    name: "settled-periods-are-closed",
    meaning: "A counter was settled while it is open, or bills without being BILLED.",
    sql: `select tenant_id, id, status || ', billed ' || billed_amount as wrong from usage_records
      where (status = 'OPEN' and settled_at is not null) or (status = 'BILLED' and settled_at is null)`,
  },
];
