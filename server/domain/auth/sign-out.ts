import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { SignedOut, SignOut } from "./sign-out-schema.ts";
import { endSessions, forgetSessions } from "./tokens/user-session.ts";

/** Ends the session of the user's token, or all of the user's. user_token_required for a token that is no user's. */
export async function signOut(
  scope: Scope,
  input: z.output<typeof SignOut>,
): Promise<z.output<typeof SignedOut>> {
  const { tenantId, actor, sessionId } = scope;
  if (actor.type !== "USER" || sessionId === null) throw new ApiError("user_token_required");
  const whose = { tenantId, userId: actor.id, ...(!input.everywhere && { id: sessionId }) };
  const ended = await scope.db.$transaction(async (tx) => {
    const ids = await endSessions(tx, scope, whose, "SIGNED_OUT");
    const after = { id: actor.id, sessions_ended: ids.length };
    await recordChange(tx, scope, {
      type: "user.signed_out",
      objectType: "user",
      objectId: actor.id,
      after,
    });
    return ids;
  });
  forgetSessions(scope, ended);
  return { success: true, sessions_ended: ended.length };
}
