import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { findPerson, type Person } from "./find-person.ts";
import { requireNoObligations } from "./open-obligations.ts";
import type { RequestErasure } from "./request-erasure-schema.ts";
import type { Erasure } from "./schema.ts";
import { viewErasure } from "./view-erasure.ts";

/**
 * Records a request to erase a person; the worker carries it out. Repeating it returns the erasure that is in progress, or the one that
 * erased the customer.
 */
export async function requestErasure(
  scope: Scope,
  { cancel, ...named }: z.output<typeof RequestErasure>,
): Promise<z.output<typeof Erasure>> {
  const { tenantId, db, vault, clock, actor, jobs } = scope;
  const view = await db.$transaction(async (tx) => {
    // Two concurrent requests create one erasure.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`erasure:${tenantId}`}, 0))`;
    const person = await findPerson(tx, scope, named);
    const known = await findKnown(tx, scope, person);
    if (known) return viewErasure(known);
    await refuseMembers(tx, scope, person);
    if (!cancel) await requireNoObligations(tx, scope, person);
    const id = newId("erasure");
    const now = clock.now();
    const row = await tx.erasure.create({
      data: {
        tenantId,
        id,
        customerIds: person.customers,
        userIds: person.users,
        waitlistEntryIds: person.entries,
        subjectSealed: vault.encrypt(JSON.stringify(person), `erasure:${id}`),
        cancels: cancel,
        createdBy: actor.id,
        createdAt: now,
        updatedAt: now,
      },
    });
    const after = viewErasure(row);
    await recordChange(tx, scope, { type: "erasure.requested", objectType: "erasure", objectId: id, after });
    return after;
  });
  if (view.status === "PENDING") await jobs.send("erasure", { tenantId, id: view.id });
  return view;
}

/** The erasure that is in progress for any of the person's objects, or that has already erased the customer. */
async function findKnown(tx: Tx, { tenantId }: Scope, { customers, users, entries }: Person) {
  const theirs = [
    { customerIds: { hasSome: customers } },
    { userIds: { hasSome: users } },
    { waitlistEntryIds: { hasSome: entries } },
  ];
  const open = await tx.erasure.findFirst({
    where: { tenantId, status: { in: ["PENDING", "RUNNING"] }, OR: theirs },
  });
  if (open || customers.length === 0) return open;
  const living = await tx.customer.count({ where: { tenantId, id: { in: customers }, erasedAt: null } });
  if (living > 0) return null;
  return tx.erasure.findFirst({ where: { tenantId, status: "DONE", customerIds: { hasSome: customers } } });
}

/** Throws person_is_member. */
async function refuseMembers(tx: Tx, { tenantId }: Scope, { users }: Person): Promise<void> {
  const member = await tx.membership.findFirst({ where: { tenantId, userId: { in: users } } });
  if (member) throw new ApiError("person_is_member", { details: { user_id: member.userId } });
}
