import { z } from "zod";
import {
  EmailInput,
  Identifier,
  pageOf,
  pageQuery,
  partFields,
  Timestamp,
  TimestampInput,
  text,
} from "../../../platform/schema/common.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { FreeForm } from "../waitlist/schema.ts";

/** docs/interface.md 2.10. */
export const InvitationToken = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    email: z.string(),
    token: z.string(),
    expires_at: Timestamp,
    used_at: Timestamp.nullable(),
    created_by: z.string(),
    created_at: Timestamp,
    type: z.literal("token"),
    isUsed: z.boolean(),
    isExpired: z.boolean(),
  })
  .meta({ id: "InvitationToken" });

/** docs/interface.md 2.11. */
export const InvitationCode = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    code: z.string(),
    expires_at: Timestamp.nullable().meta({ description: "null: it does not expire." }),
    max_uses: z.number().int(),
    used_count: z.number().int(),
    used_by: z.array(z.string()).meta({ description: "Ids of the users who redeemed it." }),
    created_by: z.string(),
    created_at: Timestamp,
    type: z.literal("code"),
    isUsed: z.boolean().meta({ description: "No redemption is left." }),
    isExpired: z.boolean(),
    metadata: FreeForm,
  })
  .meta({ id: "InvitationCode" });

export const CreateInvitationCode = z
  .strictObject({
    expiresAt: TimestampInput.nullable()
      .optional()
      .meta({ description: "null or left out: the code does not expire." }),
    maxUses: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: "Redemptions before the code stops working." }),
    planPriceId: Identifier.optional().meta({
      description:
        "The price on which the redeeming customer starts, at once where no card is needed, otherwise with their card.",
    }),
    trialDays: z
      .number()
      .int()
      .min(0)
      .max(3650)
      .optional()
      .meta({ description: "Trial days of their next subscription, instead of the price's own." }),
    packId: Identifier.optional().meta({
      description: "The pack their next subscription to its plan is pinned to, instead of the active one.",
    }),
    metadata: FreeForm.optional(),
  })
  .meta({ id: "CreateInvitationCodeRequest" });

export const CreatedInvitationCode = z
  .object({ code: z.string(), expiresAt: Timestamp.nullable(), maxUses: z.number().int() })
  .meta({ id: "CreatedInvitationCode" });

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

export const RevealedInvitation = z.object({
  id: z.string(),
  secret: z.string().meta({ description: "The code, or the token of the link." }),
});

export const CreateInvitationToken = z
  .strictObject({
    email: EmailInput,
    name: text(200).optional().meta({ description: "The name that the mail greets." }),
    expiresAt: TimestampInput.nullable().optional().meta({ description: "null or left out: in a week." }),
  })
  .meta({ id: "CreateInvitationTokenRequest" });

export const InvitationId = z.strictObject({ id: Identifier });

const secretFields = {
  code: text(64).optional().meta({ description: "An invitation code, as people type it." }),
  token: text(255).optional().meta({ description: "The token of an invitation's link." }),
};

export const RedeemInvitation = z
  .strictObject({
    ...secretFields,
    user: Identifier.optional().meta({
      description:
        "The redeeming user, by your own identifier. Required with an application's token; implied by a user's token.",
    }),
    customer: Identifier.optional().meta({
      description:
        "The customer to whom the code's terms are granted, by your own identifier or our cus_ id; with an application's token. Without one the terms wait: redeem the code again for the same user, with the customer.",
    }),
  })
  .meta({ id: "RedeemInvitationRequest" });

export const Redemption = z
  .object({
    id: z.string(),
    type: z.enum(["code", "token"]),
    invitation_id: z.string(),
    user: z.string().meta({ description: "Who redeemed it." }),
    customer_id: z.string().nullable(),
    redeemed_at: Timestamp,
  })
  .meta({ id: "InvitationRedemption" });

export const CheckInvitation = z.strictObject(secretFields).meta({ id: "CheckInvitationRequest" });

export const CheckedInvitation = z
  .object({
    type: z.enum(["code", "token"]),
    state: z.enum(["OPEN", "USED", "REVOKED", "EXPIRED"]),
    email: z.string().nullable().meta({ description: "The address that a token is for; null for a code." }),
    expires_at: Timestamp.nullable(),
    trial_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Trial days that a code grants; null: none." }),
    plan_price_id: z.string().nullable(),
  })
  .meta({ id: "CheckedInvitation" });

export const ListRedemptions = z.strictObject({
  ...pageQuery,
  invitation_id: Identifier.optional().meta({ description: "Of one code or token only." }),
  user: Identifier.optional().meta({ description: "By one user only." }),
});

export const RedemptionPage = pageOf(Redemption);

/** docs/interface.md 4.8. */
export const createInvitationCodeMeta = operation({
  method: "POST",
  path: "/v1/invitations/code",
  isAtomic: true,
  tag: "Invitations",
  status: 201,
  security: "app",
  summary: "Create an invitation code",
  description: "A code that people can read and type, for one redemption or up to a thousand.",
  errors: [
    "expiry_in_past",
    "metadata_too_large",
    "metadata_character_invalid",
    "plan_price_not_found",
    "pack_not_found",
    "pack_status_conflict",
    "catalog_object_archived",
  ],
});

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
/** The secret lets its holder register as the invited person, so each access is in the audit log. */
export const revealTokenMeta = internalOperation({ role: "ADMIN", errors: ["invitation_not_found"] });
export const revealCodeMeta = internalOperation({ role: "ADMIN", errors: ["invitation_not_found"] });

const shared = { tag: "Invitations", security: "app" } as const;

export const createInvitationTokenMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/token",
  isAtomic: true,
  status: 201,
  summary: "Invite a person by mail",
  description:
    "For one address and one use, valid for a week by default. Inviting the address again renews the same " +
    "invitation. The waitlist entry of the address becomes INVITED.",
  errors: ["waitlist_status_conflict", "expiry_in_past"],
});

export const revokeTokenMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/tokens/{id}/revoke",
  summary: "Revoke an invitation token",
  description: "The link stops working and its waitlist entry becomes PENDING. Idempotent.",
  errors: ["invitation_not_found", "invitation_status_conflict"],
});

export const resendTokenMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/tokens/{id}/resend",
  isAtomic: true,
  summary: "Send an invitation again",
  description: "For another week; an expired invitation becomes valid again.",
  errors: ["waitlist_status_conflict", "invitation_not_found", "invitation_status_conflict"],
});

export const revokeCodeMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/codes/{id}/revoke",
  summary: "Revoke an invitation code",
  description: "The code cannot be redeemed any more; earlier redemptions stay. Idempotent.",
  errors: ["invitation_not_found"],
});

export const listRedemptionsMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/invitations/redemptions",
  summary: "List redemptions",
  description: "The redemptions with user and time, newest first.",
});

export const checkInvitationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/check",
  isForBrowsers: true,
  throttle: { points: 30, seconds: 60 },
  summary: "Check an invitation",
  description:
    "Whether a code or a token can be redeemed, before a person fills in a form. Does not redeem it.",
  errors: ["invitation_not_found", "exactly_one_field_required", "too_many_requests"],
});

export const redeemInvitationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/invitations/redeem",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  throttle: { points: 30, seconds: 60 },
  summary: "Redeem an invitation",
  description:
    "A code or a token, by a signed-in user, or by your back end for a user of yours. Never more often than the invitation " +
    "allows, also under concurrency; repeating it for the same user returns the same redemption. A registration redeems its invitation itself.",
  errors: [
    "fields_invalid",
    "customer_not_own",
    "customer_not_found",
    "invitation_not_found",
    "invitation_not_usable",
    "invitation_email_mismatch",
    "exactly_one_field_required",
    "too_many_requests",
  ],
});
