import { z } from "zod";
import { EmailInput } from "./schema/common.ts";
import { numberText, plainNumber } from "./schema/query.ts";
import { mailtoLink } from "./show-email.ts";
import { StartupError } from "./startup-error.ts";

const Port = numberText(plainNumber().int().min(0).max(65535));
const Flag = z.stringbool();

const Environment = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  PORT: Port.default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  USHER_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  USHER_ROLE: z.enum(["web", "worker", "all"]).default("all"),
  USHER_DATA_DIR: z.string().min(1).default(".usher"),
  USHER_SECRET: z.string().min(32).optional(),
  USHER_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  USHER_SANDBOX_PORT: Port.optional(),
  USHER_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  USHER_DEMO: Flag.default(true),
  USHER_POOL_SIZE: numberText(plainNumber().int().min(2).max(500)).default(20),
  USHER_RATE_LIMIT: numberText(plainNumber().int().min(0)).default(1_200),
  USHER_RATE_LIMIT_SERVER: numberText(plainNumber().int().min(0)).default(600_000),
  USHER_CAPACITY: numberText(plainNumber().int().min(1)).default(500),
  USHER_METRICS_PORT: Port.optional(),
  USHER_METRICS_TOKEN: z.string().min(16).optional(),
  USHER_LEASE_SECONDS: numberText(plainNumber().int().min(1).max(600)).default(60),
  USHER_DRAIN_SECONDS: numberText(plainNumber().int().min(0).max(300)).default(0),
  USHER_TRUST_PROXY: Flag.default(false),
  USHER_SECURITY_CONTACT: z
    .union([EmailInput.transform(mailtoLink), z.url({ protocol: /^https$/ })], {
      error: "must be an e-mail address or an https address",
    })
    .optional(),
  USHER_WEBHOOKS_TO_PRIVATE: Flag.default(false),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_").optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: EmailInput.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default("Single sign-on"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("usher"),
  OTEL_TRACES_SAMPLER_ARG: numberText(plainNumber().min(0).max(1)).default(1),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
});

/** The name of every variable. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** The process's configuration: read from the environment once, checked, and read from nowhere else. */
export interface Config {
  mode: "development" | "test" | "production";
  port: number;
  host: string;
  /** The address under which people and callbacks reach us, when it is not http://localhost:port. */
  baseUrl: string | undefined;
  role: "web" | "worker" | "all";
  dataDir: string;
  /** The installation's secret, from which encryption keys derive. undefined: the data folder holds one. */
  secret: string | undefined;
  /** Former secrets that can still decrypt, while the secret is rotated. */
  previousSecrets: string[];
  sandboxPort: number | undefined;
  sandboxUrl: string | undefined;
  isDemo: boolean;
  poolSize: number;
  /** Requests per minute of one address, and of one back end; 0 = no limit. */
  rateLimits: { address: number; server: number };
  /** Requests that a process works on at the same time; it refuses more at once. */
  capacity: number;
  /** How long a process that received SIGTERM reports that it is not ready, and still serves, before it stops listening. */
  drainSeconds: number;
  /**
   * The lease of an operation at the card provider. When it is not renewed for this long, the process that holds it counts as
   * ended and another continues. A running process renews its lease, however long the provider takes.
   */
  leaseSeconds: number;
  trustsProxy: boolean;
  /** Where to report a vulnerability, as a mailto: or https: address (RFC 9116); undefined: no security.txt. */
  securityContact: string | undefined;
  /**
   * Whether webhooks of TEST tenants may go to plain HTTP and to private, loopback and link-local addresses; outside production
   * those of LIVE tenants, too.
   */
  sendsWebhooksToPrivate: boolean;
  /** undefined: Usher runs an embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  stripe: {
    secretKey: string | undefined;
    publishableKey: string | undefined;
    webhookSecret: string | undefined;
  };
  /** undefined: mails stay in the database, as the embedded mailbox. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** OAuth and OpenID Connect providers with which members of the dashboard may sign in. */
  identityProviders: {
    google: OAuthClient | undefined;
    github: OAuthClient | undefined;
    oidc: (OAuthClient & { issuer: string; name: string }) | undefined;
  };
  /** undefined: "info", and on a terminal warnings and errors in words. */
  logLevel: string | undefined;
  /** The OTLP/HTTP endpoint for traces; undefined: no tracing. share: the sampled part of requests, 0 to 1. */
  traces: { endpoint: string; serviceName: string; share: number } | undefined;
  /** The bearer token for /metrics on the public port; undefined: the public port serves no metrics. */
  metricsToken: string | undefined;
  /** A port for /metrics, /healthz and /readyz alone; the public port serves no metrics then. */
  metricsPort: number | undefined;
}

interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** An OAuth client when both its variables are set. Throws StartupError when only one is. */
function oauthClient(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthClient | undefined {
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId ?? clientSecret)
    throw new StartupError(
      `The configuration is wrong: ${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all.`,
    );
  return undefined;
}

/**
 * Reads and checks the configuration.
 * Throws StartupError with one line that names each variable that is wrong, never its value.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`);
    throw new StartupError(`The configuration is wrong: ${wrong.join("; ")}.`);
  }
  const env = parsed.data;
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined))
    throw new StartupError(
      "The configuration is wrong: SMTP_URL and MAIL_FROM are set together or not at all.",
    );
  const oidc = oauthClient("OIDC", env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET);
  if ((oidc === undefined) !== (env.OIDC_ISSUER === undefined))
    throw new StartupError(
      "The configuration is wrong: OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and they it.",
    );
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    baseUrl: env.USHER_BASE_URL,
    role: env.USHER_ROLE,
    dataDir: env.USHER_DATA_DIR,
    secret: env.USHER_SECRET,
    previousSecrets: env.USHER_SECRET_PREVIOUS ?? [],
    sandboxPort: env.USHER_SANDBOX_PORT,
    sandboxUrl: env.USHER_SANDBOX_URL,
    isDemo: env.USHER_DEMO,
    poolSize: env.USHER_POOL_SIZE,
    rateLimits: { address: env.USHER_RATE_LIMIT, server: env.USHER_RATE_LIMIT_SERVER },
    capacity: env.USHER_CAPACITY,
    leaseSeconds: env.USHER_LEASE_SECONDS,
    drainSeconds: env.USHER_DRAIN_SECONDS,
    trustsProxy: env.USHER_TRUST_PROXY,
    securityContact: env.USHER_SECURITY_CONTACT,
    sendsWebhooksToPrivate: env.USHER_WEBHOOKS_TO_PRIVATE,
    databaseUrl: env.DATABASE_URL,
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    },
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    identityProviders: {
      google: oauthClient("GOOGLE", env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      github: oauthClient("GITHUB", env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
      oidc: oidc && env.OIDC_ISSUER ? { ...oidc, issuer: env.OIDC_ISSUER, name: env.OIDC_NAME } : undefined,
    },
    logLevel: env.LOG_LEVEL,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    metricsPort: env.USHER_METRICS_PORT,
    metricsToken: env.USHER_METRICS_TOKEN,
  };
}

/**
 * Sets next-auth's own address. next-auth reads it from the environment alone, and trusts the Host header without it.
 * https://next-auth.js.org/configuration/options#nextauth_url
 */
export function setNextAuthUrl(baseUrl: string): void {
  process.env.NEXTAUTH_URL = new URL(baseUrl).origin;
}
