/** A column whose values are sealed, and the context that each is sealed with. */
export interface SealedColumn {
  table: string;
  /** Its primary key, in the order of the index. */
  key: readonly string[];
  column: string;
  isList?: boolean;
  context(row: Record<string, string>): string;
}

/** Everything that is sealed at rest. A test holds it against the schema; the contexts are those of the areas that seal. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "signing_keys",
    key: ["kid"],
    column: "private_sealed",
    context: ({ kid }) => `signing_key:${kid}`,
  },
  {
    table: "users",
    key: ["tenant_id", "id"],
    column: "totp_sealed",
    context: ({ tenant_id, id }) => `totp:${tenant_id}:${id}`,
  },
  {
    table: "invitation_tokens",
    key: ["tenant_id", "id"],
    column: "token_sealed",
    context: ({ id }) => `invitation_token:${id}`,
  },
  {
    table: "invitation_codes",
    key: ["tenant_id", "id"],
    column: "code_sealed",
    context: ({ id }) => `invitation_code:${id}`,
  },
  {
    table: "provider_accounts",
    key: ["tenant_id", "provider"],
    column: "secret_key_sealed",
    context: ({ tenant_id, provider }) => `provider_account:${tenant_id}:${provider}`,
  },
  {
    table: "provider_accounts",
    key: ["tenant_id", "provider"],
    column: "webhook_secrets_sealed",
    isList: true,
    context: ({ tenant_id, provider }) => `provider_account:${tenant_id}:${provider}`,
  },
  {
    table: "webhook_secrets",
    key: ["tenant_id", "id"],
    column: "sealed",
    context: ({ id }) => `webhook_secret:${id}`,
  },
  {
    table: "erasures",
    key: ["tenant_id", "id"],
    column: "subject_sealed",
    context: ({ id }) => `erasure:${id}`,
  },
  {
    table: "mail_messages",
    key: ["tenant_id", "id"],
    column: "text",
    context: ({ id }) => `mail:${id}:text`,
  },
  {
    table: "mail_messages",
    key: ["tenant_id", "id"],
    column: "html",
    context: ({ id }) => `mail:${id}:html`,
  },
  {
    table: "idempotency_keys",
    key: ["tenant_id", "application_id", "key"],
    column: "response_body",
    context: ({ tenant_id, application_id, key }) => `idempotency:${tenant_id}:${application_id}:${key}`,
  },
];
