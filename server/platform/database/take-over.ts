import type pg from "pg";
import { StartupError } from "../startup-error.ts";
import { type AppliedMigration, applyInstead } from "./apply-migrations.ts";
import type { MigrationFile } from "./migration-files.ts";

/** The migration that holds the whole schema of its day, in place of those before it. */
const BASELINE = /^\d{14}_baseline$/;

/** The last migration before the baseline, and the commit that has it. */
const LAST_BEFORE = { name: "20261128220000_choice_of_a_request", commit: "c78e887b" };

/** What the baseline has otherwise than a database with LAST_BEFORE. */
const CHANGES = `
do $$
declare
  v_key record;
begin
  for v_key in
    select conrelid::regclass as "table", conname as name, replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', '') as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and confupdtype = 'c'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', v_key."table", v_key.name, v_key.name, v_key.definition);
  end loop;
end $$;
alter table "subscription_terms" drop constraint "subscription_terms_no_overlap";
drop function "usher_keep_charged"() cascade;
drop function "usher_keep_items"() cascade;
alter table "subscriptions" drop column "charged", drop column "has_rebuilt_terms";
drop table "invoice_items";
`;

/**
 * Takes over a database that was migrated by what the baseline replaces: changes what differs, and records the baseline as applied in place
 * of those migrations. Does nothing for one that is empty or has the baseline. Of two processes at once, one does it. Throws StartupError for
 * a database that lacks some of them: nothing was changed there.
 */
export async function takeOver(
  client: pg.Client,
  migrations: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): Promise<string | null> {
  const baseline = migrations.find(({ name }) => BASELINE.test(name));
  const finished = applied.filter(({ isFinished }) => isFinished).map(({ name }) => name);
  if (!baseline || finished.includes(baseline.name)) return null;
  const replaced = finished.filter((name) => name < baseline.name);
  if (replaced.length === 0) return null;
  if (!replaced.includes(LAST_BEFORE.name) || (await isUnfinished(client)))
    throw new StartupError(
      `The database is that of an older Usher: start commit ${LAST_BEFORE.commit} on it once and let its worker run for an hour, then start this version. Nothing was changed there.`,
    );
  return (await applyInstead(client, { ...baseline, script: CHANGES })) ? baseline.name : null;
}

/** Whether the worker of a version before still has to learn from events what subscriptions were sold as. */
async function isUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    'select exists (select 1 from "subscriptions" where not "has_rebuilt_terms") as yes',
  );
  return rows[0]?.yes === true;
}
