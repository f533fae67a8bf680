import { sha256 } from "../platform/crypto.ts";
import { SEALED_COLUMNS } from "../rotate/columns.ts";
import type { World } from "./world.ts";

/** What a secret looks like, of any origin: sealed by us, signed by us, or the card provider's, or a webhook's. */
const SHAPES = [
  /\bv\d\.[\w-]{16,}\.[\w-]+\.[\w-]+/,
  /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/,
  /\b[sr]k_(?:test|live)_\w{8,}/,
  /\bwhsec_[\w+/=]{8,}/,
  /_secret_\w{8,}/,
  /\bapp_sec_[\w-]+/,
];

/** Finds the secrets of a tenant in what is shown. */
export interface SecretFinder {
  /** Of which kinds there are secrets to be found: the sealed column, or the column with hashes of them. */
  kinds: Set<string>;
  /** What an answer shows that lets people in, by its kind. */
  find(answer: string): string[];
}

/** Opens everything that is sealed of a tenant, and reads the hashes of what is kept as a hash alone. */
export async function openSecrets(world: World, tenantId: string): Promise<SecretFinder> {
  const { vault, pool } = world.services;
  const plain = new Map<string, string>();
  const hashes = new Map<string, string>();
  const kinds = new Set<string>();
  const learn = (known: Map<string, string>, value: string, kind: string) => {
    kinds.add(kind);
    // The first column that has a value names it: a mail repeats the token of an invitation.
    if (!known.has(value)) known.set(value, kind);
  };
  for (const { table, key, column, isList, context } of SEALED_COLUMNS) {
    // Signing keys are of no tenant; a kept answer repeats secrets that are kept elsewhere, among much that is none.
    if (!key.includes("tenant_id") || column === "response_body" || table === "erasures") continue;
    const names = key.map((name) => `${name}::text`).join(", ");
    const { rows } = await pool.query<Record<string, string>>(
      `select ${names}, ${isList ? `unnest(${column})` : column} as sealed from ${table} where tenant_id = $1 and ${column} is not null`,
      [tenantId],
    );
    for (const row of rows) {
      const opened = vault.decrypt(row.sealed ?? "", context(row));
      const secrets = table === "mail_messages" ? linkedSecrets(opened) : [opened];
      for (const secret of secrets) learn(plain, secret, `${table}.${column}`);
    }
  }
  const { rows: columns } = await pool.query<{ table: string; column: string; isList: boolean }>(
    `select table_name as "table", column_name as "column", data_type = 'ARRAY' as "isList"
     from information_schema.columns c
     where table_schema = 'public' and (column_name = 'hash' or column_name like '%\\_hash' or column_name like '%\\_hashes')
       and data_type in ('text', 'ARRAY') and column_name not in ('password_hash', 'request_hash')
       and exists (select 1 from information_schema.columns t where t.table_schema = 'public'
                   and t.table_name = c.table_name and t.column_name = 'tenant_id')`,
  );
  for (const { table, column, isList } of columns) {
    const { rows } = await pool.query<{ hash: string }>(
      `select ${isList ? `unnest(${column})` : column} as hash from ${table} where tenant_id = $1`,
      [tenantId],
    );
    for (const { hash } of rows) learn(hashes, hash, `${table}.${column}`);
  }
  const find = (answer: string) => {
    const words = new Set(answer.split(/[^\w.+/=-]+/).flatMap((word) => [word, word.replaceAll("-", "")]));
    const known = [...words].flatMap((word) => plain.get(word) ?? hashes.get(sha256(word)) ?? []);
    // A secret may hold what words end at.
    const inside = [...plain].flatMap(([secret, kind]) => (answer.includes(secret) ? [kind] : []));
    const shaped = SHAPES.flatMap((shape) => (shape.test(answer) ? [String(shape)] : []));
    return [...new Set([...known, ...inside, ...shaped])];
  };
  return { kinds, find };
}

/** The parts of a mail's links that are not names of pages. */
function linkedSecrets(words: string): string[] {
  const links = words.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  return links.flatMap((link) => {
    const { searchParams } = new URL(link.replaceAll("&amp;", "&"));
    return ["token", "code"].flatMap((name) =>
      searchParams.getAll(name).filter((value) => value.length >= 16),
    );
  });
}
