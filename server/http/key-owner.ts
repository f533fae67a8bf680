import { subjectOf } from "../platform/count-callers.ts";
import type { Scope, Services } from "../platform/scope.ts";
import type { Caller } from "../trpc/authorize.ts";

/** Whose key it is, and how it is stored. */
export interface KeyOwner {
  tenantId: string;
  applicationId: string;
  actorId: string;
  /** The key with its owner's name before it; of an application's back end as it was sent, which holds no line break. */
  key: string;
  /** How versions before stored a user's key; null where they stored it alike, or could not tell whose it was. */
  formerKey: string | null;
}

interface Keyed {
  caller: Caller;
  scope: Scope | null;
  /** As it was sent. */
  key: string;
  userAgent: string;
  /** Method, path and fields. */
  content: string;
  /** Whether the operation would do its work twice. */
  isAtomic: boolean;
}

/**
 * The owner of an Idempotency-Key: the user of the token, else the application of a back end, also when the operation itself needs no
 * credentials. A visitor of a BROWSER application has no name: address, user agent and the whole request stand for it, so that an answer
 * is repeated only to who sends the very same request from the same place. From another place it runs anew; where that would do the work
 * twice, the request alone stands for the visitor: it holds a secret that only they have, or its answer says nothing of anyone.
 * null: nobody that a key can be kept for.
 */
export function keyOwnerOf(
  { vault }: Pick<Services, "vault">,
  { caller, scope, key, userAgent, content, isAtomic }: Keyed,
): KeyOwner | null {
  const application = caller.type === "api" ? caller.application : null;
  const tenantId = scope?.tenantId ?? application?.tenantId;
  const applicationId = scope ? scope.applicationId : application?.id;
  if (tenantId === undefined || applicationId === undefined || applicationId === null) return null;
  const owner = { tenantId, applicationId, actorId: scope?.actor.id ?? applicationId };
  const subject = scope && subjectOf(scope);
  if (subject) return { ...owner, key: `${subject}\n${key}`, formerKey: key };
  if ((scope?.client?.kind ?? application?.kind) === "SERVER") return { ...owner, key, formerKey: null };
  const address = caller.type === "api" ? caller.address : "unknown";
  const place = isAtomic ? [] : [address, userAgent];
  const [visitor] = vault.digests([...place, content].join("\n"), "visitor's idempotency key");
  return { ...owner, key: `visitor ${visitor}\n${key}`, formerKey: null };
}
