import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { CustomerNote as Row } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { decodeCursor, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { AddNote, CustomerNote, CustomerNotes, DeletedNote, ListNotes } from "./browse-schema.ts";
import { getActiveCustomerOrThrow, getCustomerOrThrow } from "./find-customer.ts";

/** The notes of a customer, newest first. Throws customer_not_found. */
export async function listNotes(
  scope: Scope,
  input: z.output<typeof ListNotes>,
): Promise<z.output<typeof CustomerNotes>> {
  const { tenantId, db } = scope;
  const { id: customerId } = await getCustomerOrThrow(db, scope, input.customer_id);
  const before = decodeCursor(input.cursor);
  const rows = await db.customerNote.findMany({
    where: { tenantId, customerId, ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  const authors = await authorsOf(
    scope,
    rows.map(({ createdBy }) => createdBy),
  );
  return toPage(rows, input.limit, (row) => view(row, authors));
}

/** Adds a note to a customer. Throws customer_not_found. */
export async function addNote(
  scope: Scope,
  { customer_id: named, body }: z.output<typeof AddNote>,
): Promise<z.output<typeof CustomerNote>> {
  const { tenantId, clock, actor, db } = scope;
  const added = await db.$transaction(async (tx) => {
    const { id: customerId } = await getActiveCustomerOrThrow(tx, scope, named);
    const id = newId("customerNote");
    const row = await tx.customerNote.create({
      data: { tenantId, id, customerId, body, createdBy: actor.id, createdAt: clock.now() },
    });
    // The text stays out of the audit log, so that deleting a note deletes it for good.
    const after = { id, customer_id: customerId };
    await recordChange(tx, scope, {
      type: "customer.note_added",
      objectType: "customer_note",
      objectId: id,
      after,
    });
    return row;
  });
  return view(added, await authorsOf(scope, [added.createdBy]));
}

/** Deletes a note. Throws note_not_found. */
export async function deleteNote(
  scope: Scope,
  { note_id: id }: { note_id: string },
): Promise<z.output<typeof DeletedNote>> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    const { count } = await tx.customerNote.deleteMany({ where: { tenantId, id } });
    if (count === 0) throw new ApiError("note_not_found");
    const after = { id, deleted: true } as const;
    await recordChange(tx, scope, {
      type: "customer.note_deleted",
      objectType: "customer_note",
      objectId: id,
      after,
    });
    return after;
  });
}

function view(row: Row, authors: Map<string, string>): z.output<typeof CustomerNote> {
  return {
    id: row.id,
    customer_id: row.customerId,
    body: row.body,
    created_by: row.createdBy,
    author: authors.get(row.createdBy) ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** Addresses of members by their ids; members belong to the installation's own tenant. */
async function authorsOf({ system }: Scope, ids: string[]): Promise<Map<string, string>> {
  const users = await system.db.user.findMany({
    where: { id: { in: [...new Set(ids)] }, memberships: { some: {} } },
    select: { id: true, email: true },
  });
  return new Map(users.map(({ id, email }) => [id, email]));
}
