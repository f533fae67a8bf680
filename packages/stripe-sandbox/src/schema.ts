import type pg from "pg";

// Its own schema beside the product's tables: the sandbox survives a restart as Stripe would, and shares nothing.
// digest: SHA-256 of an issued key, which is random; the keys themselves are not kept.
// permissions: what a restricted key may do ("rak_product_write"); null: a key that is not restricted.
// hidden: what belongs to an object but never goes over the wire (a card's number, a signing secret).
// due_at: when time will do something to the object (seconds since 1970), by the test clock `clock` or, without one, by real time.
const TABLES = `
create schema if not exists stripe_sandbox;
create table if not exists stripe_sandbox.objects (
  account text not null, id text not null, kind text not null, seq bigint generated always as identity,
  body jsonb not null, hidden jsonb not null default '{}', primary key (account, id));
alter table stripe_sandbox.objects add column if not exists due_at bigint, add column if not exists clock text;
create index if not exists objects_by_kind on stripe_sandbox.objects (account, kind, seq desc);
create index if not exists objects_by_customer on stripe_sandbox.objects (account, kind, (body->>'customer'));
create index if not exists objects_by_lookup_key on stripe_sandbox.objects (account, (body->>'lookup_key'))
  where kind = 'price';
create index if not exists invoices_by_subscription on stripe_sandbox.objects
  (account, (body #>> '{parent,subscription_details,subscription}')) where kind = 'invoice';
create index if not exists objects_due on stripe_sandbox.objects (due_at) where due_at is not null and clock is null;
create index if not exists objects_due_by_clock on stripe_sandbox.objects (account, clock, due_at) where clock is not null;
create table if not exists stripe_sandbox.requests (
  account text not null, key text not null, fingerprint text not null, status int not null, body text not null,
  created bigint not null, primary key (account, key));
alter table stripe_sandbox.requests add column if not exists request_id text not null default '';
create table if not exists stripe_sandbox.deliveries (
  id bigint generated always as identity primary key, account text not null, endpoint text not null, event text not null,
  attempts int not null default 0, next_at timestamptz not null default now());
create index if not exists deliveries_due on stripe_sandbox.deliveries (next_at);
create table if not exists stripe_sandbox.faults (
  id bigint generated always as identity primary key, account text not null, kind text not null, method text, path text,
  event text, delay_ms int not null, remaining int not null);
create index if not exists faults_by_account on stripe_sandbox.faults (account, id) where remaining > 0;
create table if not exists stripe_sandbox.keys (
  digest text primary key, account text not null, is_secret boolean not null);
alter table stripe_sandbox.keys add column if not exists permissions text[];
create table if not exists stripe_sandbox.made (version int primary key);
`;

/** Raised with every change of the tables above. */
const VERSION = 6;

/**
 * Makes the sandbox's tables where they are not there; two processes at once wait for each other. What is there already is
 * not touched, so that a process that starts never blocks one that is running.
 */
export async function prepareSandboxTables(client: pg.ClientBase): Promise<void> {
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtext('stripe sandbox tables'))");
  if (!(await isMade(client))) {
    await client.query(TABLES);
    await client.query("insert into stripe_sandbox.made (version) values ($1)", [VERSION]);
  }
  await client.query("commit");
}

async function isMade(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('stripe_sandbox.made') is not null as is_there");
  if (!rows[0]?.is_there) return false;
  const made = await client.query("select 1 from stripe_sandbox.made where version = $1", [VERSION]);
  return made.rows.length > 0;
}
