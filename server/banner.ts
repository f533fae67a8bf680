import type { Demo } from "../prisma/seed/seed-demo.ts";

/** What a person needs to begin, at the end of a start. */
export function banner(facts: {
  baseUrl: string;
  seconds: number;
  database: string;
  /** Why row-level security is off; null when it is on. */
  rlsGap: string | null;
  cards: string;
  mail: string;
  demo: Demo | null;
  demoFile: string;
  /** Where the installation is set up; null when it has an owner. */
  setupUrl: string | null;
}): string {
  const { baseUrl, demo } = facts;
  const lines = [
    "",
    `  Usher is ready after ${facts.seconds.toFixed(1)} s`,
    "",
    ...(facts.setupUrl ? [`  Set up      ${facts.setupUrl}`] : []),
    `  Dashboard   ${baseUrl}`,
    `  API         ${baseUrl}/v1`,
    `  Reference   ${baseUrl}/openapi.json`,
    `  Database    ${facts.database}`,
    ...(facts.rlsGap === null
      ? []
      : [`              Row-level security is off: ${facts.rlsGap}. See docs/security.md`]),
    `  Cards       ${facts.cards}`,
    `  Mail        ${facts.mail}`,
  ];
  if (!demo) return [...lines, ""].join("\n");
  return [
    ...lines,
    "",
    "  Demo tenant",
    `  Sign in     ${demo.admin_email}   ${demo.admin_password}`,
    `  x-app-id    ${demo.app_id}`,
    `  client_id   ${demo.client_id}`,
    `  secret      ${demo.client_secret}`,
    `  (the same as JSON in ${facts.demoFile})`,
    "",
    "  Try it",
    `  curl -s ${baseUrl}/v1/pricing -H 'x-app-id: ${demo.app_id}'`,
    "",
  ].join("\n");
}
