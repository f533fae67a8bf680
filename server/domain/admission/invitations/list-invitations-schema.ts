import { z } from "zod";
import { partFields, Timestamp } from "../../../platform/schema/common.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { InvitationCode, InvitationToken } from "./schema.ts";

/** docs/interface.md 4.12. */
export const ListInvitations = z.strictObject(partFields);

export const Invitations = z
  .object({ tokens: z.array(InvitationToken), codes: z.array(InvitationCode) })
  .meta({ id: "Invitations" });

/** For the dashboard's lists: everything but the secret. */
const revoked = { revoked_at: Timestamp.nullable().meta({ description: "null: it was not revoked." }) };

const ListedToken = InvitationToken.omit({ token: true }).extend(revoked);

const ListedCode = InvitationCode.omit({ code: true }).extend({
  ...revoked,
  ends_with: z.string().meta({ description: "The code's last characters, to tell it from others." }),
});

export const ListedInvitations = z.object({ tokens: z.array(ListedToken), codes: z.array(ListedCode) });

/** docs/interface.md 4.12. */
export const listInvitationsMeta = operation({
  method: "GET",
  path: "/v1/invitations",
  tag: "Invitations",
  security: "app",
  summary: "List invitations",
  isForMembers: false,
  isPaged: true,
  description:
    "The tokens and the codes that were not revoked, newest first. limit and offset count in each of the two lists; " +
    "x-total-count is of both together.",
});

export const browseInvitationsMeta = internalOperation({ role: "VIEWER" });
