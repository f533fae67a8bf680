import type { SignInRefusal } from "../../server/http/pages-contract.ts";

const IN_SECONDS = new Intl.NumberFormat("en", { style: "unit", unit: "second", unitDisplay: "long" });
const IN_MINUTES = new Intl.NumberFormat("en", { style: "unit", unit: "minute", unitDisplay: "long" });

/** What the form says of a refused sign-in; after too many failures, when to try again. */
export function wordsOf({ status, message, retryAfter }: SignInRefusal): string {
  if (status !== 429 || retryAfter === null) return message;
  const wait =
    retryAfter < 60 ? IN_SECONDS.format(retryAfter) : IN_MINUTES.format(Math.ceil(retryAfter / 60));
  return `Too many failed sign-ins. Try again in ${wait}.`;
}

/**
 * The answer to a refused sign-in, with the refusal's own status, its code and Retry-After. next-auth answers 401 whatever the
 * reason. Its cookies and its url stay: its client reads the words from there.
 */
export async function answerRefusal(answer: Response, refusal: SignInRefusal): Promise<Response> {
  const { code, name, status, retryAfter, requestId } = refusal;
  const location = answer.headers.get("location");
  const { url } = location === null ? await answer.json() : { url: location };
  const headers = new Headers(answer.headers);
  headers.delete("location");
  headers.set("x-request-id", requestId);
  if (retryAfter !== null) headers.set("retry-after", String(retryAfter));
  const body = { code, name, message: wordsOf(refusal), request_id: requestId, url };
  return Response.json(body, { status, headers });
}
