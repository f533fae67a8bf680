import { isIdOf } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { SingleRows } from "../events/erase-history.ts";
import type { Person } from "./find-person.ts";

/** Rows of history searched by one statement: few enough to stay far below the statement timeout. */
const WINDOW = 20_000;

export interface HistoryRow {
  id: string;
  /** The whole row as JSON text. */
  row: string;
}

const SAID = {
  events: { text: "t.data::text", now: "t.data" },
  audit_entries: { text: "concat(t.before::text, ' ', t.after::text)", now: "t.after" },
} as const;
export type History = keyof typeof SAID;

/**
 * Searches a window of history, starting after the id `after`, for rows that mention an address of the person or one of their
 * redemptions, also in the history of other people's or deleted objects. `last` is null when there is no more.
 */
export async function searchHistory(
  tx: Tx,
  { tenantId }: Scope,
  table: History,
  { person, objects }: { person: Person; objects: string[] },
  after: string,
): Promise<{ rows: HistoryRow[]; last: string | null }> {
  const { text, now } = SAID[table];
  const found = await tx.$queryRawUnsafe<{ rows: HistoryRow[] | null; last: string | null; count: bigint }[]>(
    `with part as materialized (
       select * from ${table} where tenant_id = $1 and id > $2 order by id limit ${WINDOW})
     select max(part.id) as last, count(*) as count,
       (select jsonb_agg(jsonb_build_object('id', t.id, 'row', to_jsonb(t)::text)) from part t 
        where ${text} ~* $3 or ${now}->>'redemption_id' = any($4::text[])) as rows
     from part`,
    tenantId,
    after,
    patternOf(person),
    redemptionsOf(objects),
  );
  const [window] = found;
  return {
    rows: window?.rows ?? [],
    last: Number(window?.count ?? 0) < WINDOW ? null : (window?.last ?? null),
  };
}

/** The rows in the history of invitation codes that record the person's redemptions. */
export async function findRedemptions(tx: Tx, { tenantId }: Scope, objects: string[]): Promise<SingleRows> {
  const ids = redemptionsOf(objects);
  const idsIn = async (table: History) => {
    const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
      `select t.id from ${table} t where t.tenant_id = $1 and ${SAID[table].now}->>'redemption_id' = any($2::text[])
       and t.object_id in (select code_id from invitation_redemptions where tenant_id = $1 and id = any($2::text[]))`,
      tenantId,
      ids,
    );
    return rows.map(({ id }) => id);
  };
  if (ids.length === 0) return { eventIds: [], auditEntryIds: [] };
  return { eventIds: await idsIn("events"), auditEntryIds: await idsIn("audit_entries") };
}

function redemptionsOf(objects: string[]): string[] {
  return objects.filter((id) => isIdOf("redemption", id));
}

/** A pattern that matches the person's addresses as whole words; one that matches nothing where there are none. */
function patternOf({ emails }: Person): string {
  if (emails.length === 0) return "(?!)";
  const words = emails.map((email) => email.replaceAll(/[^a-z0-9@]/gi, (sign) => `\\${sign}`));
  return `(^|[^a-z0-9._%+'-])(${words.join("|")})($|[^a-z0-9._%+-])`;
}
