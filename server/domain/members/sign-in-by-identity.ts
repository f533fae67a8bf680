import { ApiError } from "../../errors/api-error.ts";
import type { User } from "../../platform/database/client/client.ts";
import { foldEmail } from "../../platform/fold-email.ts";
import { type Services, systemScope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";
import type { SignedIn } from "./sign-in-member.ts";

/** An account at an identity provider, as the provider confirmed it in this sign-in. */
export interface ExternalIdentity {
  provider: "google" | "github" | "oidc";
  /** The provider's own id of the account; it never changes and is never reused (OpenID Connect Core 1.0 §2, `sub`). */
  subject: string;
  /** Null where the provider sends none, or has not verified it. */
  confirmedEmail: string | null;
}

/**
 * Signs a member in by an account at an identity provider. The first time, the account's verified address identifies the member, and its
 * issuer and subject are stored. From then on only the subject counts, because addresses change and are reused. Throws sign_in_failed or
 * provider_account_mismatch.
 */
export async function signInByIdentity(
  services: Services,
  { provider, subject, confirmedEmail }: ExternalIdentity,
): Promise<SignedIn> {
  const { db } = services;
  const issuer = issuerOf(services, provider);
  const home = await db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG }, select: { id: true } });
  if (!home || subject === "") throw new ApiError("sign_in_failed");
  const key = { tenantId: home.id, issuer, subject };
  const known = await db.userIdentity.findUnique({
    where: { tenantId_issuer_subject: key },
    include: { user: true },
  });
  if (known) return signedIn(known.user);
  if (confirmedEmail === null) throw new ApiError("sign_in_failed");
  const email = foldEmail(confirmedEmail);
  const user = await db.user.findUnique({ where: { tenantId_email: { tenantId: home.id, email } } });
  if (!user || user.disabledAt) throw new ApiError("sign_in_failed");
  await link(services, user, key);
  return signedIn(user);
}

function signedIn({ id, email, name, disabledAt }: User): SignedIn {
  if (disabledAt) throw new ApiError("sign_in_failed");
  return { userId: id, email, name };
}

/** Stores the account as the member's. One account per issuer: of two at once the first stays. Throws provider_account_mismatch. */
async function link(
  services: Services,
  user: User,
  key: { tenantId: string; issuer: string; subject: string },
): Promise<void> {
  const { db, clock } = services;
  await db.$transaction(async (tx) => {
    const row = { ...key, userId: user.id, createdAt: clock.now() };
    const { count } = await tx.userIdentity.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) {
      const taken = await tx.userIdentity.findUnique({ where: { tenantId_issuer_subject: key } });
      if (taken?.userId === user.id) return;
      throw new ApiError("provider_account_mismatch");
    }
    await recordChange(tx, systemScope(services, { id: key.tenantId, mode: "LIVE" }, "sign-in"), {
      type: "user.identity_linked",
      objectType: "user",
      objectId: user.id,
      after: { id: user.id, issuer: key.issuer },
    });
  });
}

function issuerOf({ config }: Services, provider: ExternalIdentity["provider"]): string {
  if (provider === "google") return "https://accounts.google.com";
  if (provider === "github") return "https://github.com";
  return (config.identityProviders.oidc?.issuer ?? "").replace(/\/+$/, "");
}
