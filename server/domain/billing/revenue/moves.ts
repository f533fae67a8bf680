import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { countsInFigures } from "../../customers/counts-in-figures.ts";
import { YEARLY_AMOUNT } from "../terms/yearly-amount.ts";

/** How recurring revenue moves, in the order in which the parts of a range are rounded. */
export const MOVEMENT_KINDS = ["NEW", "REACTIVATION", "EXPANSION", "CONTRACTION", "CHURN"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What is looked at. */
export interface Counted {
  /** Whose change is one movement: a second subscription is an expansion of its customer, and new by itself. */
  by: "customer" | "subscription";
  includesTestClocks: boolean;
}

/** SQL: the phases `t` of terms that count as recurring revenue: PAID ones of customers in real time. Joins their customer `c`. */
export function countedPhases(
  { tenantId }: Scope,
  { includesTestClocks }: Pick<Counted, "includesTestClocks">,
) {
  return Prisma.sql`subscription_terms t
    join customers c on c.tenant_id = t.tenant_id and c.id = t.customer_id
      and ${countsInFigures(includesTestClocks)}
    where t.tenant_id = ${tenantId} and t.collecting = 'PAID'`;
}

/**
 * SQL of a `with` that defines `moves`: every change of recurring revenue before a moment, one row for each payer, currency and
 * moment at which the sum of what they pay changed. `change` and `after` are yearly amounts in minor units (YEARLY_AMOUNT).
 * What begins and ends at the same moment is one change, so that a change of plan is no churn.
 */
export function movesBefore(scope: Scope, counted: Counted, until: Date): Prisma.Sql {
  const payer = counted.by === "customer" ? Prisma.sql`t.customer_id` : Prisma.sql`t.subscription_id`;
  return Prisma.sql`with phases as (
      select ${payer} as payer, t.currency, t.from_at, t.to_at, ${YEARLY_AMOUNT} as yearly
      from ${countedPhases(scope, counted)} and t.from_at < ${until}
    ), changes as (
      select payer, currency, at, sum(yearly)::bigint as change
      from (
        select payer, currency, from_at as at, yearly from phases
        union all
        select payer, currency, to_at, -yearly from phases where to_at < ${until}
      ) edge
      group by payer, currency, at having sum(yearly) <> 0
    ), moves as (
      select payer, currency, at, change, after,
        case when after = 0 then 'CHURN' when after > change and change > 0 then 'EXPANSION' when change < 0 then 'CONTRACTION'
          when nth = 1 then 'NEW' else 'REACTIVATION' end as kind
      from (
        select payer, currency, at, change, (sum(change) over past)::bigint as after, row_number() over past as nth
        from changes window past as (partition by payer, currency order by at)
      ) ordered
    )`;
}
