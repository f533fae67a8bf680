import type pg from "pg";
import type { Invariant } from "./invariant.ts";
import { INVARIANTS } from "./invariants.ts";

/** How many rows of one invariant are listed; all are counted. */
const MAX_LISTED = 20;

/** A violated invariant and the rows that violate it. */
export interface Finding {
  invariant: Invariant;
  count: number;
  rows: { tenant_id: string; id: string; wrong: string }[];
}

/**
 * Checks each invariant in one snapshot of the database and changes nothing. An empty list: no invariant is violated.
 * Throws database errors.
 */
export async function examine(
  client: Pick<pg.Client, "query">,
  invariants: Invariant[] = INVARIANTS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await client.query("begin isolation level repeatable read read only");
  try {
    await client.query("set local statement_timeout = 0");
    for (const invariant of invariants) {
      const { rows } = await client.query<Finding["rows"][number] & { count: number }>(
        `select found.*, count(*) over ()::int as count from (${invariant.sql}) found order by 1, 2 limit ${MAX_LISTED}`,
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0) findings.push({ invariant, count, rows });
    }
  } finally {
    await client.query("rollback");
  }
  return findings;
}

/** The findings as text, one line for each row. */
export function describeFindings(findings: Finding[]): string {
  return findings
    .map(({ invariant, count, rows }) => {
      const lines = rows.map((row) => `  ${row.tenant_id} ${row.id}: ${row.wrong}`);
      const more = count > rows.length ? [`  … and ${count - rows.length} more`] : [];
      return [`✗ ${invariant.name}: ${invariant.meaning} (${count})`, ...lines, ...more].join("\n");
    })
    .join("\n");
}
