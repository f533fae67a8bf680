import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of the platform; a part of the catalogue. */
export const PLATFORM_ERRORS = {
  internal_error: {
    code: "K9001",
    status: 500,
    message: "An internal error occurred. The server logged it under this request id.",
  },
  too_many_requests: {
    code: "K9002",
    status: 429,
    message: "Too many requests. Wait for {retry_after} seconds.",
  },
  idempotency_key_reused: {
    code: "K9003",
    status: 422,
    message: "This Idempotency-Key was used for a request with another body or path. Use a new key.",
  },
  idempotent_request_in_progress: {
    code: "K9004",
    status: 409,
    message: "A request with this Idempotency-Key is still running. Try again in a moment.",
    retryAfter: 1,
  },
  database_unavailable: {
    code: "K9005",
    status: 503,
    message: "The database cannot be reached. Nothing was done; try again in a moment.",
  },
  server_shutting_down: {
    code: "K9006",
    status: 503,
    message: "The server is shutting down. Try again in a moment.",
  },
  idempotency_key_invalid: {
    code: "K9007",
    status: 400,
    message: "An Idempotency-Key has 1 to 255 printable ASCII characters.",
  },
  mail_not_found: { code: "K9008", status: 404, message: "There is no such mail." },
  mail_status_conflict: {
    code: "K9009",
    status: 409,
    message: "This mail is {status}; only one that is FAILED can be sent again.",
  },
  mail_link_expired: {
    code: "K9010",
    status: 409,
    message: "The link in this mail has expired. Request a new one.",
  },
  server_overloaded: {
    code: "K9011",
    status: 503,
    message: "The server is overloaded. Nothing was done; try again in a moment.",
  },
  webhook_endpoint_not_found: { code: "K9020", status: 404, message: "There is no such webhook endpoint." },
  event_not_found: { code: "K9021", status: 404, message: "There is no such event." },
  webhook_url_refused: {
    code: "K9022",
    status: 422,
    message: "Webhooks cannot be sent to this address: {reason}.",
  },
  webhook_endpoint_disabled: {
    code: "K9023",
    status: 409,
    message: "The webhook endpoint is disabled. Enable it first.",
  },
  webhook_endpoints_limit_reached: {
    code: "K9024",
    status: 409,
    message: "A tenant has up to {limit} webhook endpoints. Delete one first.",
  },
  webhook_delivery_not_found: {
    code: "K9025",
    status: 404,
    message: "This event was never queued for this webhook endpoint.",
  },
  webhook_replay_selection_missing: {
    code: "K9026",
    status: 422,
    message:
      "The request does not say which events to send again. Send event_id alone, or any of from, to and only_failed.",
  },
  database_connections_exhausted: {
    code: "K9030",
    status: 503,
    message: "Every connection to the database is in use. Nothing was done; try again in a moment.",
  },
  idempotent_answer_lost: {
    code: "K9031",
    status: 409,
    message:
      "The request was carried out, but its answer was lost. See details.changes for what it changed, and read that instead.",
  },
  disk_full: {
    code: "K9032",
    status: 503,
    message: "The server's disk is full. Nothing was done; an operator must free space. Try again later.",
  },
  headers_too_large: {
    code: "K9040",
    status: 431,
    message: "The headers are larger than {limit} bytes in all. Send less.",
  },
  database_conflict: {
    code: "K9055",
    status: 503,
    message:
      "The database took too long, or concurrent requests changed the same data. Try again in a moment; a request with an Idempotency-Key or event_id is carried out once.",
  },
  operation_timeout: {
    code: "K9056",
    status: 503,
    message:
      "The operation takes longer than {seconds} seconds and may still finish. See what it changed before you send it again; with the same Idempotency-Key it is carried out once.",
    retryAfter: 30,
  },
} as const satisfies Record<string, CatalogueEntry>;
