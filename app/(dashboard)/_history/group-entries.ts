/** What the events and the audit log have in common. */
export interface HistoryEntry {
  id: string;
  sentence: string;
  object_name: string | null;
  created_at: string;
}

/** What two entries of a history are compared by. */
interface Entry {
  object_type: string;
  object_id: string;
  created_at: string;
}

/** Entries further apart are not shown as one. */
const MOST_APART_MS = 300_000;

/** An entry with those that were shown as one with it, the newest first; left out: it stands alone. */
export type Grouped<Row> = Row & { others?: Row[] };

/**
 * The entries of a page, newest first, where consecutive ones of the same kind about the same object, each within five minutes of the
 * one before, become one. `kindOf` says what else must be the same: the action, and who did it; `objectOf` what the entry is about,
 * where that is not its object: each quote is another one.
 */
export function groupEntries<Row extends Entry>(
  rows: readonly Row[],
  kindOf: (row: Row) => string,
  objectOf: (row: Row) => string = ({ object_type: type, object_id: id }) => `${type} ${id}`,
): Grouped<Row>[] {
  const isSame = (one: Row, other: Row) => kindOf(one) === kindOf(other) && objectOf(one) === objectOf(other);
  const groups: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && isSoonAfter(last, row) && isSame(last, row)) group.push(row);
    else groups.push([row]);
  }
  return groups.map(([first, ...others]) => (others.length === 0 ? first : { ...first, others }));
}

function isSoonAfter(newer: Entry, older: Entry): boolean {
  return Date.parse(newer.created_at) - Date.parse(older.created_at) <= MOST_APART_MS;
}
