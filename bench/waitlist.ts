import { aCaller, aServer } from "./a-server.ts";

// Pages of a waitlist of a million entries over HTTP, beside one of a hundred: `node bench/waitlist.ts [entries]`.

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 40;

const server = await aServer();
const { client, baseUrl } = server;

/** A tenant with so many entries: two thirds PENDING, some of each other status. */
async function aLine(slug: string, entries: number): Promise<{ id: string; appId: string }> {
  const { scope, headers } = await aCaller(server, slug);
  await client.query(
    `insert into waitlist_entries (tenant_id, id, email, name, status, metadata, referral_code, created_at, updated_at)
     select $1, 'wait_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com', 'Person ' || n,
            (array['PENDING','PENDING','PENDING','PENDING','INVITED','REJECTED'])[1 + n % 6]::"WaitlistStatus",
            jsonb_build_object('source', 'bench', 'n', n), 'ref' || n, now() - (n || ' seconds')::interval, now()
     from generate_series(1, $2::int) n`,
    [scope.tenantId, entries],
  );
  return { id: scope.tenantId, appId: headers["x-app-id"] };
}

async function time(appId: string, path: string): Promise<{ median: number; slowest: number }> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const response = await fetch(`${baseUrl}${path}`, { headers: { "x-app-id": appId } });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { median: times[ROUNDS >> 1] ?? 0, slowest: times[Math.floor(ROUNDS * 0.95)] ?? 0 };
}

const small = await aLine("small", 100);
const startedAt = performance.now();
const large = await aLine("large", ENTRIES);
process.stdout.write(
  `${ENTRIES} entries written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n\n`,
);
await client.query("vacuum analyze");
const rejected = Math.floor(ENTRIES / 6);
const cases: [string, string, string][] = [
  ["page 1 of 100", small.appId, "/v1/waitlist?limit=50"],
  ["page 1", large.appId, "/v1/waitlist?limit=50"],
  ["page 1, filtered", large.appId, "/v1/waitlist?limit=50&status=REJECTED"],
  ["last page", large.appId, `/v1/waitlist?limit=50&offset=${ENTRIES - 50}`],
  ["last page, filtered", large.appId, `/v1/waitlist?limit=50&status=REJECTED&offset=${rejected - 50}`],
  ["middle page", large.appId, `/v1/waitlist?limit=50&offset=${ENTRIES / 2}`],
  ["position of the last in line", large.appId, "/v1/waitlist/position?referral_code=ref1"],
  ["funnel", large.appId, "/v1/waitlist/funnel"],
];
process.stdout.write(`${"case".padEnd(32)}${"median ms".padStart(10)}${"p95 ms".padStart(10)}\n`);
for (const [name, appId, path] of cases) {
  const { median, slowest } = await time(appId, path);
  process.stdout.write(`${name.padEnd(32)}${median.toFixed(1).padStart(10)}${slowest.toFixed(1).padStart(10)}
`);
}

for (const filter of ["", "and status = 'REJECTED'"]) {
  const { rows: plan } = await client.query<{ "QUERY PLAN": string }>(
    `explain select * from waitlist_entries where tenant_id = '${large.id}' ${filter} order by created_at, id limit 50`,
  );
  process.stdout.write(`\nfirst page ${filter}\n${plan.map((row) => row["QUERY PLAN"]).join("\n")}\n`);
}

await server.close();
