import { z } from "zod";
import { EmailInput, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { Member, MemberRole } from "./schema.ts";

export const InviteMember = z.strictObject({
  email: EmailInput,
  name: text(200).optional(),
  role: MemberRole,
});

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

export const changeMembersMeta = internalOperation({
  role: "OWNER",
  errors: ["last_owner", "member_not_found"],
});
