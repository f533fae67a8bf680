import type { z } from "zod";
import type { Membership, User } from "../../platform/database/client/client.ts";
import type { Member } from "./schema.ts";

/** A member in their public form. */
export function viewMember({ user, role, createdAt }: Membership & { user: User }): z.output<typeof Member> {
  return {
    user_id: user.id,
    email: user.email,
    name: user.name,
    role,
    has_joined: user.passwordHash !== null,
    has_two_factor: user.totpSealed !== null,
    created_at: createdAt.toISOString(),
  };
}
