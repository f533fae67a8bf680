import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of the waitlist and invitations; a part of the catalogue. */
export const ADMISSION_ERRORS = {
  waitlist_entry_not_found: { code: "K4001", status: 404, message: "There is no such waitlist entry." },
  waitlist_status_conflict: {
    code: "K4002",
    status: 409,
    message: "A waitlist entry that is {from} cannot become {to}.",
  },
  invitation_not_found: { code: "K4003", status: 404, message: "There is no such invitation." },
  expiry_in_past: { code: "K4004", status: 422, message: "expiresAt is in the past. Send a future time." },
  metadata_too_large: { code: "K4005", status: 422, message: "metadata is too large: at most {limit}." },
  metadata_character_invalid: {
    code: "K4006",
    status: 422,
    message: "metadata has a character that cannot be stored: NUL or half a surrogate pair.",
  },
  invitation_required: {
    code: "K4007",
    status: 403,
    message: "Registration is by invitation only. Send an invitation_token or an invitation_code.",
  },
  waitlist_invitation_required: {
    code: "K4008",
    status: 403,
    message:
      "Registration is for people invited from the waitlist. Join it, or send an invitation_token or an invitation_code.",
  },
  invitation_not_usable: {
    code: "K4009",
    status: 409,
    message: "The invitation cannot be used: it is {state}.",
  },
  invitation_email_mismatch: {
    code: "K4010",
    status: 422,
    message: "The invitation is for another e-mail address.",
  },
  invitation_status_conflict: {
    code: "K4011",
    status: 409,
    message: "An invitation that is {state} cannot be {action}.",
  },
  csv_invalid: { code: "K4012", status: 422, message: "The file cannot be read as CSV: {reason}." },
  exactly_one_field_required: { code: "K4013", status: 422, message: "Send exactly one of {fields}." },
} as const satisfies Record<string, CatalogueEntry>;
