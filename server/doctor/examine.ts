import type pg from "pg";
import { INVARIANTS, type Invariant } from "./invariants.ts";

/** More rows than this of one kind are counted, not listed. */
const MAX_LISTED = 20;

/** What is wrong with a database, by invariant. */
export interface Finding {
  invariant: Invariant;
  count: number;
  rows: { tenant_id: string; id: string; wrong: string }[];
}

/**
 * Holds a database against every invariant, all of one moment, and changes nothing. An empty list: all is well.
 * Throws what the database throws.
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

/** The findings in words, a line each. */
export function describeFindings(findings: Finding[]): string {
  return findings
    .map(({ invariant, count, rows }) => {
      const lines = rows.map((row) => `  ${row.tenant_id} ${row.id}: ${row.wrong}`);
      const more = count > rows.length ? [`  … and ${count - rows.length} more`] : [];
      return [`✗ ${invariant.name}: ${invariant.meaning} (${count})`, ...lines, ...more].join("\n");
    })
    .join("\n");
}
