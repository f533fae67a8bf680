import { TextDecoder } from "node:util";
import { invalid, lacking } from "./failure.ts";

const FORM = "application/x-www-form-urlencoded";

const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Refuses a path, a query or a form that is no percent-encoded UTF-8, or that has a NUL: PostgreSQL's texts cannot hold one, and
 * what Stripe keeps of it is not known. The words: github.com/arlyon/async-stripe/issues/922 and
 * github.com/fluentform/fluentform/issues/348; that a NUL in a path gets a 400: github.com/stripe/stripe-php/pull/1811.
 */
export function checkEncoding(encoded: string): void {
  if (/%(?![0-9a-f]{2})|%00|\0/i.test(encoded))
    throw invalid(
      "Invalid request (check your POST parameters): For assistance, contact support at https://support.stripe.com/contact/.",
    );
  try {
    decodeURIComponent(encoded);
  } catch {
    throw notUtf8(encoded);
  }
}

/** The text of a body; refused where it is not UTF-8. */
export function decodeUtf8(body: Buffer): string {
  try {
    return fromUtf8.decode(body);
  } catch {
    throw notUtf8(body.toString("latin1"));
  }
}

/** The words: github.com/stripe/stripe-dotnet/issues/1654. */
function notUtf8(text: string) {
  const shown = JSON.stringify(text.slice(0, 40));
  return invalid(
    `Invalid UTF-8 characters found in POST body: ${shown}.  For assistance, please contact support@stripe.com.`,
  );
}

/**
 * Refuses a body that is no form. The words for JSON are those that Stripe was seen to use with version 1 of its API; for others:
 * github.com/vapor-community/stripe/issues/39. A body without a type is read as a form: no source says what Stripe does.
 */
export function checkContent(headers: { "content-type"?: string; "content-encoding"?: string }): void {
  const { "content-type": type = FORM, "content-encoding": encoding = "identity" } = headers;
  const [kind = ""] = type.split(";");
  const name = kind.trim().toLowerCase();
  if (name === "application/json")
    throw invalid(
      `Invalid request (check that your POST content type is ${FORM}). If you have any questions, we can help at ` +
        "https://support.stripe.com/.",
    );
  if (name === "multipart/form-data") throw lacking("bodies of the type multipart/form-data");
  if (name !== FORM)
    throw invalid(
      `Invalid request: unsupported Content-Type ${type}. If error persists and you need assistance, please contact ` +
        "support@stripe.com.",
    );
  if (encoding !== "identity") throw invalid(`Invalid request: unsupported Content-Encoding ${encoding}.`);
}
