import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";

interface NewUser {
  /** Trimmed and in lower case. */
  email: string;
  name: string | null;
  /** argon2id; see platform/passwords.ts. */
  passwordHash: string;
}

/**
 * Creates a user of the scope's tenant with a verified address. The address must be free: the database refuses
 * a second.
 */
export async function createUser(tx: Tx, scope: Scope, input: NewUser) {
  const now = scope.clock.now();
  const { email, name, passwordHash } = input;
  const user = await tx.user.create({
    data: {
      tenantId: scope.tenantId,
      id: newId("user"),
      email,
      name,
      passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordChange(tx, scope, {
    type: "user.created",
    objectType: "user",
    objectId: user.id,
    after: { id: user.id, email, name },
  });
  return user;
}
