import type { CheckoutProgress } from "../domain/billing/checkout/checkout-progress.ts";
import type { OpenPortal } from "../domain/billing/portal/portal-session.ts";
import type { ExternalIdentity } from "../domain/members/sign-in-by-identity.ts";
import type { PublicTenant } from "../domain/tenants/public-tenant.ts";

export type { CheckoutProgress, OpenPortal, PublicTenant };

/** A dashboard session as its cookie names it. It is not trusted before the database has confirmed it. */
export interface SessionClaims {
  homeTenantId: string;
  userId: string;
  sessionId: string;
}

/** A tenant that a member may act in. */
export interface MemberTenant {
  tenantId: string;
  tenantName: string;
  tenantSlug: string;
  tenantMode: "LIVE" | "TEST";
  /** The LIVE tenant that a sandbox belongs to. */
  parentTenantId: string | null;
  role: "VIEWER" | "SUPPORT" | "ADMIN" | "OWNER";
}

/** A signed-in member, as the database knows them now. */
export interface MemberView {
  userId: string;
  email: string;
  name: string | null;
  tenants: MemberTenant[];
}

/** How a sign-in went. */
export type SignInAnswer =
  | { isSignedIn: true; claims: SessionClaims; email: string; name: string | null }
  | SignInRefusal;

/** Why a sign-in was refused, as the catalogue of errors has it. */
export interface SignInRefusal {
  isSignedIn: false;
  code: string;
  name: string;
  /** For the person who tries. */
  message: string;
  requestId: string;
  /** The HTTP status of the answer. */
  status: number;
  /** Seconds after which the same try may succeed; null: it helps only to send something else. */
  retryAfter: number | null;
}

interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** OAuth and OpenID Connect providers for sign-in; undefined: not configured. */
export interface IdentityProviders {
  google: OAuthClient | undefined;
  github: OAuthClient | undefined;
  oidc: (OAuthClient & { issuer: string; name: string }) | undefined;
}

/** A visitor of a public page, who has no account. */
export interface Visitor {
  tenant: Pick<PublicTenant, "id" | "mode">;
  address: string;
}

/** The server's functions that the pages may call, and the types that both sides share. */
export interface PagesBridge {
  /** The address under which the product is reached, without a slash at the end. */
  baseUrl: string;
  /** Where the documentation's files are. */
  docsFolder: string;
  /** What the build made for the pages. */
  builtFolder: string;
  nextAuthSecret: string;
  /** Whether mails are sent by SMTP; else they stay in the embedded mailbox. */
  sendsMail: boolean;
  /** Whether there is a demo tenant, whose account is written down in the data folder. */
  hasDemo: boolean;
  /** The identity providers of the configuration. */
  identityProviders: IdentityProviders;
  /** Whether the installation has no owner yet: the holder of the setup token sets it up. */
  needsOwner(): Promise<boolean>;
  isSetupToken(token: string): boolean;
  signIn(credentials: {
    email: string;
    password: string;
    code?: string;
    address: string;
    /** The secret of the device's cookie; null without one. */
    device: string | null;
  }): Promise<SignInAnswer>;
  /** Signs in the member whose account at an identity provider it is. */
  signInByIdentity(identity: ExternalIdentity): Promise<SignInAnswer>;
  /** The session that a request's Cookie header names; null without a valid cookie. */
  claims(cookie: string | null): Promise<SessionClaims | null>;
  /** The member behind a session; null when it has ended, or the member may act in no tenant any more. */
  member(claims: SessionClaims): Promise<MemberView | null>;
  /** Ends the session, for this and every other process. */
  signOut(claims: SessionClaims): Promise<void>;
  /** Serves /api/trpc as the session's member, in the tenant that the header x-usher-tenant names. */
  trpc(request: Request, claims: SessionClaims | null): Promise<Response>;
  /** The tenant of a public page, by its slug. */
  tenant(slug: string): Promise<PublicTenant | null>;
  /** Whether anything can be bought of a tenant at all: it has an account with a card provider. */
  takesCards(tenant: PublicTenant): Promise<boolean>;
  /** How far a checkout has come, by the id in the address that it returns to, in a language; null where there is no such checkout. */
  checkout(tenant: PublicTenant, id: string, locale: string): Promise<CheckoutProgress | null>;
  /** The team behind the link of an invitation; null when the link is over. */
  invitation(token: string): Promise<{ team: string; email: string } | null>;
  /** Serves /api/trpc to a visitor of a public page of the tenant. */
  visitorTrpc(request: Request, visitor: Visitor): Promise<Response>;
  /** Exchanges a portal link for a session, once; null when the link has expired or was used. */
  enterPortal(token: string): Promise<{ slug: string; session: string; seconds: number } | null>;
  /** The portal of a session on a tenant's page; null when the session has expired. */
  portal(slug: string, session: string): Promise<OpenPortal | null>;
  /** Serves /api/trpc to the customer of an open portal. */
  portalTrpc(request: Request, portal: OpenPortal & { address: string }): Promise<Response>;
  /** null: there is no such application, or it does not allow the origin. */
  embedding(wanted: { appId: string; origin: string }): Promise<Embedding | null>;
  /** Called as the first thing by the action of a form: what fails from there on is a fault of ours (page-actions.ts). */
  actionBegins(): void;
  /** What a page that is not the dashboard's may load beyond its own; null for the dashboard's. */
  policy(url: URL): Promise<PagePolicy | null>;
}

/** What a page may load and who may frame it: sources of a Content-Security-Policy beyond the page's own. */
export interface PagePolicy {
  scripts: string[];
  connections: string[];
  frames: string[];
  images: string[];
  /** Where a form may lead, in the end. */
  forms: string[];
  /** Origins whose pages may show this one in a frame. */
  ancestors: string[];
}

/** The application that a page is embedded for. */
export interface Embedding {
  tenant: PublicTenant;
  /** The page's origin, which the application allows. */
  origin: string;
  /** null: the tenant takes no cards. */
  card: { publishableKey: string; scriptUrl: string | null } | null;
}

/** The name of the bridge on the global object. */
export type PagesBridgeKey = "usher.pages";
