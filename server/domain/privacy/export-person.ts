import type { z } from "zod";
import { newId } from "../../platform/ids.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { decryptBody } from "../mail/encrypted-body.ts";
import type { ExportPersonPage, PersonalRows } from "./export-person-schema.ts";
import {
  findObjectsOfPerson,
  findPerson,
  type Named,
  PERSON,
  type Person,
  personValues,
} from "./find-person.ts";
import type { PersonalData } from "./inventory/personal-data.ts";
import { PERSONAL_DATA } from "./inventory.ts";
import { type History, searchHistory } from "./search-history.ts";

/** Rows of a page. */
const AT_ONCE = 500;

/** The parts that people look for first come first. */
const PARTS: PersonalData[] = PERSONAL_DATA.toReversed();
const HISTORIES: History[] = ["events", "audit_entries"];

/** A position in an export: the part, and its last row that was shown. */
type Place = [part: number, after: string];

/**
 * All data of a person as one JSON document, as a stream: memory stays small whatever its size. The export is recorded in the audit log
 * first. Throws fields_invalid, person_not_found or customer_has_other_users.
 */
export async function exportPerson(scope: Scope, named: Named): Promise<AsyncGenerator<string>> {
  const person = await announce(scope, named);
  return write(scope, person);
}

async function* write(scope: Scope, person: Person): AsyncGenerator<string> {
  const objects = await findObjectsOfPerson(scope.db, scope, person);
  const exportedAt = scope.clock.now().toISOString();
  yield `{"format":"usher.personal_data/1","exported_at":${JSON.stringify(exportedAt)},"data":{`;
  let table: string | null = null;
  let isEmpty = true;
  for (let place: Place | null = [0, ""]; place; ) {
    const { name, rows, next }: Step = await step(scope, person, objects, place);
    if (name !== table) {
      yield `${table === null ? "" : "],"}\n${JSON.stringify(name)}:[`;
      isEmpty = true;
    }
    if (rows.length > 0) yield `${isEmpty ? "" : ","}\n${rows.join(",\n")}`;
    isEmpty &&= rows.length === 0;
    table = name;
    place = next;
  }
  yield "]}}\n";
}

/**
 * A page of the same, for the dashboard. A page may be empty with more to come. Throws fields_invalid, person_not_found or
 * customer_has_other_users.
 */
export async function exportPersonPage(
  scope: Scope,
  { cursor, ...named }: z.output<typeof ExportPersonPage>,
): Promise<z.output<typeof PersonalRows>> {
  const person =
    cursor === undefined ? await announce(scope, named) : await findPerson(scope.db, scope, named);
  const objects = await findObjectsOfPerson(scope.db, scope, person);
  const { name, rows, next } = await step(scope, person, objects, placeOf(cursor));
  return {
    data: rows.map((row) => ({ table: name, row: JSON.parse(row) as Record<string, unknown> })),
    next_cursor: next && Buffer.from(JSON.stringify(next)).toString("base64url"),
  };
}

async function announce(scope: Scope, named: Named): Promise<Person> {
  const person = await findPerson(scope.db, scope, named);
  const objectId = newId("personalExport");
  const { customers, users, entries } = person;
  const after = { id: objectId, customer_ids: customers, user_ids: users, waitlist_entry_ids: entries };
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "personal_data.exported",
      objectType: "personal_export",
      objectId,
      after,
    }),
  );
  return person;
}

/** A forged cursor selects a wrong place in the person's own data, nothing else. */
function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return [0, ""];
  try {
    const [part, after] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
    return [Math.min(Math.max(Number(part) || 0, 0), PARTS.length + HISTORIES.length - 1), String(after)];
  } catch {
    return [0, ""];
  }
}

interface Step {
  name: string;
  /** JSON texts. */
  rows: string[];
  next: Place | null;
}

async function step(scope: Scope, person: Person, objects: string[], [part, after]: Place): Promise<Step> {
  const holding = PARTS[part];
  if (holding) {
    const rows = await readPersonalData(scope, holding, person, objects, after);
    const last = rows.at(-1);
    const next: Place = rows.length === AT_ONCE && last ? [part, last.key] : [part + 1, ""];
    const shown =
      holding.table === "mail_messages" ? (row: string) => readableMail(scope, row) : (row: string) => row;
    return { name: holding.table, rows: rows.map(({ row }) => shown(row)), next };
  }
  const place = part - PARTS.length;
  const history = HISTORIES[place] ?? "audit_entries";
  const { rows, last } = await searchHistory(scope.db, scope, history, { person, objects }, after);
  const known = new Set(objects);
  const isOthers = (row: string) => !known.has((JSON.parse(row) as { object_id: string }).object_id);
  const hidden = PARTS.find(({ table }) => table === history)?.hides ?? [];
  const next: Place | null =
    last !== null ? [part, last] : place + 1 < HISTORIES.length ? [part + 1, ""] : null;
  return {
    name: `${history}_that_mention`,
    rows: rows.flatMap(({ row }) => (isOthers(row) ? [without(row, hidden)] : [])),
    next,
  };
}

/** A mail with its text, which is stored encrypted, but without the secrets in its links. */
function readableMail({ vault }: Scope, row: string): string {
  const mail = JSON.parse(row) as { id: string; text: string };
  const { text } = decryptBody(vault, { ...mail, html: "" });
  return JSON.stringify({ ...mail, text: text.replaceAll(/([?&]\w+=)[^&\s]+/g, "$1…") });
}

function without(row: string, hidden: string[]): string {
  const shown = Object.entries(JSON.parse(row) as object).filter(([column]) => !hidden.includes(column));
  return JSON.stringify(Object.fromEntries(shown));
}

function readPersonalData(
  scope: Scope,
  { table, of, key = "t.id", hides = [] }: PersonalData,
  person: Person,
  objects: string[],
  after: string,
): Promise<{ key: string; row: string }[]> {
  return scope.db.$queryRawUnsafe(
    `select (${key})::text as key, (to_jsonb(t) - $8::text[])::text as row from ${table} t, ${PERSON}
     where t.tenant_id = p.tenant_id and ${of} and (${key})::text > $7 order by 1 limit ${AT_ONCE}`,
    ...personValues(scope, person, objects),
    after,
    hides,
  );
}
