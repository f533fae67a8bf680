import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of the request; a part of the catalogue. */
export const REQUEST_ERRORS = {
  body_invalid_json: {
    code: "K1001",
    status: 400,
    message: "The body is not valid JSON. Send a JSON object encoded as UTF-8.",
  },
  fields_invalid: { code: "K1002", status: 400, message: "Some fields are missing or wrong; see issues." },
  fields_unknown: {
    code: "K1003",
    status: 400,
    message: "The request has fields that this operation does not have: {fields}. Remove them.",
  },
  body_too_large: {
    code: "K1004",
    status: 413,
    message: "The body is larger than {limit} bytes. Send less.",
  },
  content_type_unsupported: { code: "K1005", status: 415, message: "Send the body as {type}." },
  path_not_found: {
    code: "K1006",
    status: 404,
    message: "This path does not exist. /openapi.json lists every path.",
  },
  method_not_allowed: {
    code: "K1007",
    status: 405,
    message: "This path does not support the method {method}. Use {allowed}.",
  },
  url_invalid: { code: "K1008", status: 400, message: "The address cannot be read: {reason}." },
  body_timeout: { code: "K1009", status: 408, message: "The body did not arrive in time. Send it again." },
  form_invalid: {
    code: "K1010",
    status: 400,
    message: "The form cannot be read. Open the page again, and send the form from there.",
  },
  number_not_exact: {
    code: "K1012",
    status: 400,
    message:
      "A JSON number cannot represent {number} exactly: it has more than 15 digits, or is too large. Send fewer digits, or a string where the field accepts one.",
  },
  content_encoding_unsupported: {
    code: "K1013",
    status: 415,
    message: "The body is compressed ({encoding}). Send it without Content-Encoding.",
  },
} as const satisfies Record<string, CatalogueEntry>;
