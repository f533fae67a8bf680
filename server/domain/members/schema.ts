import { z } from "zod";
import { EmailInput, Identifier, Slug, Timestamp, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { NewPassword } from "../auth/password-schema.ts";

const Role = z.enum(["OWNER", "ADMIN", "SUPPORT", "VIEWER"]);
const Code = text(64).meta({ description: "Six digits of the authenticator." });

export const Member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  has_joined: z.boolean().meta({ description: "false: invited, and has not chosen a password yet." }),
  has_two_factor: z.boolean(),
  created_at: Timestamp,
});

export const Members = z.object({ members: z.array(Member) });

export const InviteMember = z.strictObject({ email: EmailInput, name: text(200).optional(), role: Role });
export const InvitedMember = z.object({
  member: Member,
  is_mailed: z.boolean().meta({
    description:
      "Whether a mail with the link goes to them. false: this installation sends no mails, or none is needed.",
  }),
  link: z.string().nullable().meta({
    description:
      "The page on which they choose a password, for you to pass on. null: the link is only sent by mail, they already have an account, or another tenant has invited them, too.",
  }),
});
export const ChangeRole = z.strictObject({ user_id: Identifier, role: Role });
export const MemberId = z.strictObject({ user_id: Identifier });
export const RemovedMember = z.object({ user_id: z.string(), removed: z.literal(true) });

export const AcceptInvitation = z.strictObject({
  token: text(255),
  name: text(200).optional(),
  password: NewPassword,
});
export const SetUpOwner = z.strictObject({
  token: text(200).optional().meta({ description: "The setup token, which the start prints." }),
  company: text(100),
  slug: Slug,
  name: text(200).optional(),
  email: EmailInput,
  password: NewPassword,
});
export const Ready = z.object({ email: z.string() });
export const SetUp = Ready.extend({
  sandbox_tenant_id: z.string().meta({ description: "The new tenant's sandbox, where its owner begins." }),
});

export const Account = z.object({
  email: z.string(),
  name: z.string().nullable(),
  has_two_factor: z.boolean(),
  recovery_codes_left: z.number().int(),
});
export const UpdateAccount = z.strictObject({ name: text(200) });
export const NewSecret = z.object({
  secret: z.string().meta({ description: "For typing, where a QR code cannot be scanned." }),
  qr_svg: z.string(),
  pending: z.string().meta({ description: "Send it back with a code to switch the second factor on." }),
});
export const ConfirmTotp = z.strictObject({ pending: text(1000), code: Code });
export const RecoveryCodes = z.object({
  codes: z.array(z.string()).meta({ description: "Shown only once." }),
});
/** Changing how a member signs in needs their password or a code. */
export const OwnPassword = z.strictObject({ password: z.string().min(1).max(1024) });
export const ChangeOwnPassword = z.strictObject({
  current_password: z.string().min(1).max(1024),
  password: NewPassword,
});

const EVERY_MEMBER = { role: "VIEWER" } as const;
/** These calls are not authenticated: they are rate-limited by address. */
const throttle = { points: 20, seconds: 600 };

export const listMembersMeta = internalOperation(EVERY_MEMBER);
export const changeMembersMeta = internalOperation({
  role: "OWNER",
  errors: ["last_owner", "member_not_found"],
});
export const accountMeta = internalOperation({
  ...EVERY_MEMBER,
  errors: [
    "current_password_wrong",
    "two_factor_code_invalid",
    "two_factor_already_set",
    "password_too_weak",
    "too_many_requests",
  ],
});
export const acceptMeta = internalOperation({
  ...EVERY_MEMBER,
  errors: ["member_invitation_invalid", "password_too_weak", "too_many_requests"],
  throttle,
});
export const requestResetMeta = internalOperation({
  ...EVERY_MEMBER,
  errors: ["too_many_requests"],
  throttle,
});
export const confirmResetMeta = internalOperation({
  ...EVERY_MEMBER,
  errors: ["password_reset_link_invalid", "password_too_weak", "too_many_requests"],
  throttle,
});
export const setUpMeta = internalOperation({
  ...EVERY_MEMBER,
  errors: [
    "installation_has_owner",
    "setup_token_invalid",
    "password_too_weak",
    "tenant_slug_taken",
    "card_provider_answer_unknown",
    "card_provider_key_refused",
    "card_provider_keys_unchecked",
    "card_provider_refused_request",
    "too_many_requests",
  ],
  throttle,
});
