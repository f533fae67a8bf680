import { readFile } from "node:fs/promises";
import { describeFindings, examine } from "../../server/doctor/examine.ts";
import { compareProviders } from "../../server/doctor/providers.ts";
import type { BenchServer } from "../a-server.ts";
import { print } from "./print.ts";

/** Prints the errors in the processes' log; returns how many there are. */
export async function reportLog(path: string): Promise<number> {
  const lines = (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  print(`\nerrors in the log: ${lines.length}`);
  for (const line of lines.slice(0, 10)) print(`  ${line.slice(0, 600)}`);
  return lines.length;
}

/** Prints what the doctor finds in the database and at the card provider; returns how many findings there are. */
export async function reportDoctor({ services, client }: BenchServer): Promise<number> {
  const findings = await examine(client);
  const queued = await client
    .query<{ waiting: number }>(
      "select count(*)::int as waiting from webhook_deliveries where status in ('PENDING', 'RETRYING')",
    )
    .catch(() => ({ rows: [] }));
  if (queued.rows[0]) print(`webhooks that are still to be delivered: ${queued.rows[0].waiting}`);
  const { compared, wrong: drifted, unasked } = await compareProviders(services);
  print(
    findings.length === 0
      ? `doctor: all invariants hold, ${compared} subscriptions compared with the card provider`
      : describeFindings(findings),
  );
  for (const line of [...drifted, ...unasked]) print(line);
  return findings.length + drifted.length;
}
