import { newId } from "../../platform/ids.ts";
import { hashPassword } from "../../platform/passwords.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope, Tx } from "../scope.ts";

interface NewUser {
  /** Trimmed and in lower case. */
  email: string;
  name: string | null;
  password: string;
}

/** Makes a user of the scope's tenant. The address must be free: the database refuses a second. */
export async function createUser(tx: Tx, scope: Scope, input: NewUser) {
  const now = scope.clock.now();
  const passwordHash = await hashPassword(input.password);
  const { email, name } = input;
  const user = await tx.user.create({
    data: {
      tenantId: scope.tenantId,
      id: newId("user"),
      email,
      name,
      passwordHash,
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
