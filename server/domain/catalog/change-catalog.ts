import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { forgetCatalog } from "./find-free-plans.ts";

type Name = "feature" | "plan" | "plan_price" | "product";

/** One kind of object in the catalog: how its rows are locked, saved and shown. */
export interface CatalogKind<Row extends { id: string; archivedAt: Date | null }, Data, View extends object> {
  /** Its name in events and the audit log. */
  name: Name;
  /** Locks the row until the transaction ends, and reads it. Throws when the tenant has no such row. */
  lock(tx: Tx, scope: Scope, id: string): Promise<Row>;
  save(tx: Tx, key: { tenantId: string; id: string }, data: Saved<Data>): Promise<Row>;
  view(row: Row): View;
}

/** The fields to save: those of the kind, or the time of archiving, with the time of the change. */
export type Saved<Data> = (Data | { archivedAt: Date }) & { updatedAt: Date };

/** Runs a change of the catalog in one transaction. After the commit this process clears its cache of the catalog. */
export async function changeCatalog<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await scope.db.$transaction(work);
  forgetCatalog(scope);
  return result;
}

/**
 * Changes the sent fields of one object, under its lock, with its event and audit row. `check` may refuse before anything is
 * saved. Throws the errors of the kind's lock.
 */
export function updateCatalogObject<
  Row extends { id: string; archivedAt: Date | null },
  Data,
  View extends object,
>(
  scope: Scope,
  kind: CatalogKind<Row, Data, View>,
  id: string,
  data: Data,
  check?: (tx: Tx, before: Row) => Promise<void>,
): Promise<View> {
  return changeCatalog(scope, async (tx) => {
    const before = await kind.lock(tx, scope, id);
    await check?.(tx, before);
    return saveUpdated(tx, scope, kind, before, data);
  });
}

/** Changes the sent fields of an object that the caller has locked, with its event and audit row. */
export function saveUpdated<Row extends { id: string; archivedAt: Date | null }, Data, View extends object>(
  tx: Tx,
  scope: Scope,
  kind: CatalogKind<Row, Data, View>,
  before: Row,
  data: Data,
): Promise<View> {
  return saveChange(tx, scope, kind, before, "updated", data);
}

/** Takes one object off sale, under its lock, with its event and audit row. A second call changes nothing. */
export function archiveCatalogObject<
  Row extends { id: string; archivedAt: Date | null },
  Data,
  View extends object,
>(scope: Scope, kind: CatalogKind<Row, Data, View>, id: string): Promise<View> {
  return changeCatalog(scope, async (tx) => saveArchived(tx, scope, kind, await kind.lock(tx, scope, id)));
}

/** As archiveCatalogObject, for a row that the caller has locked. */
export async function saveArchived<
  Row extends { id: string; archivedAt: Date | null },
  Data,
  View extends object,
>(tx: Tx, scope: Scope, kind: CatalogKind<Row, Data, View>, before: Row): Promise<View> {
  if (before.archivedAt) return kind.view(before);
  return saveChange(tx, scope, kind, before, "archived", { archivedAt: scope.clock.now() });
}

async function saveChange<Row extends { id: string; archivedAt: Date | null }, Data, View extends object>(
  tx: Tx,
  scope: Scope,
  kind: CatalogKind<Row, Data, View>,
  before: Row,
  what: "updated" | "archived",
  data: Data | { archivedAt: Date },
): Promise<View> {
  const { tenantId, clock } = scope;
  const key = { tenantId, id: before.id };
  const after = kind.view(await kind.save(tx, key, { ...data, updatedAt: clock.now() }));
  await recordChange(tx, scope, {
    type: `${kind.name}.${what}`,
    objectType: kind.name,
    objectId: before.id,
    before: kind.view(before),
    after,
  });
  return after;
}
