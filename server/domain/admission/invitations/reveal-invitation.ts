import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockCode, lockToken } from "./load-invitation.ts";
import type { RevealedInvitation } from "./reveal-invitation-schema.ts";
import type { InvitationId } from "./schema.ts";
import { codeFacts, tokenFacts, viewInvitationCode, viewInvitationToken } from "./view-invitation.ts";

type Revealed = z.output<typeof RevealedInvitation>;

/** The token of one invitation's link, for a member who may see it; written to the audit log first. Throws invitation_not_found. */
export async function revealToken(scope: Scope, { id }: z.output<typeof InvitationId>): Promise<Revealed> {
  return scope.db.$transaction(async (tx) => {
    const { token } = await lockToken(tx, scope, id);
    const after = tokenFacts(token);
    await recordChange(tx, scope, {
      type: "invitation.revealed",
      objectType: "invitation_token",
      objectId: id,
      after,
    });
    return { id, secret: viewInvitationToken(scope, token).token };
  });
}

/** One invitation code, as revealToken. Throws invitation_not_found. */
export async function revealCode(scope: Scope, { id }: z.output<typeof InvitationId>): Promise<Revealed> {
  return scope.db.$transaction(async (tx) => {
    const code = await lockCode(tx, scope, id);
    const after = codeFacts(code);
    await recordChange(tx, scope, {
      type: "invitation.revealed",
      objectType: "invitation_code",
      objectId: id,
      after,
    });
    return { id, secret: viewInvitationCode(scope, code).code };
  });
}
