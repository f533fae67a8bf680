import type pg from "pg";

// Its own schema beside the product's tables: the sandbox survives a restart as Stripe would, and shares nothing.
const TABLES = `
create schema if not exists stripe_sandbox;
create table if not exists stripe_sandbox.objects (
  account text not null, id text not null, kind text not null, seq bigint generated always as identity,
  body jsonb not null, hidden jsonb not null default '{}', primary key (account, id));
create index if not exists objects_by_kind on stripe_sandbox.objects (account, kind, seq desc);
create index if not exists objects_by_customer on stripe_sandbox.objects (account, kind, (body->>'customer'));
create index if not exists objects_by_lookup_key on stripe_sandbox.objects (account, (body->>'lookup_key')) where kind = 'price';
create index if not exists subscriptions_alive on stripe_sandbox.objects ((body->>'status'))
  where kind in ('subscription', 'invoice') and body->>'status' in ('active', 'trialing', 'past_due', 'incomplete', 'draft', 'open');
create table if not exists stripe_sandbox.requests (
  account text not null, key text not null, fingerprint text not null, status int not null, body text not null,
  created bigint not null, primary key (account, key));
create table if not exists stripe_sandbox.deliveries (
  id bigint generated always as identity primary key, account text not null, endpoint text not null, event text not null,
  attempts int not null default 0, next_at timestamptz not null default now());
create index if not exists deliveries_due on stripe_sandbox.deliveries (next_at);
`;

/** Makes the sandbox's tables where they are not there; two processes at once wait for each other. */
export async function prepareTables(client: pg.ClientBase): Promise<void> {
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtext('stripe sandbox tables'))");
  await client.query(TABLES);
  await client.query("commit");
}
