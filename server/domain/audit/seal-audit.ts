import { createHash } from "node:crypto";
import { asItems, doDueWork } from "../../platform/due-work.ts";
import type { Services, Tx } from "../../platform/scope.ts";

const AT_ONCE = 1_000;
/** The hash before the first link of a chain. */
const GENESIS = new Uint8Array(32);

/** Seals the entries committed since the last run, tenant by tenant. Any number of workers may run it: one seals a tenant, the others skip it. */
export async function sealAudit(services: Services): Promise<void> {
  const { db } = services;
  await doDueWork(services, {
    name: "seal-audit",
    find: async ({ tenantId }, limit) =>
      asItems(
        await db.$queryRaw<{ tenantId: string }[]>`
          select distinct tenant_id as "tenantId" from audit_entries where position is null and tenant_id > ${tenantId}
          order by 1 limit ${limit}`,
      ),
    work: (_, { tenantId }) => sealTenant(services, tenantId),
  });
}

async function sealTenant({ db }: Services, tenantId: string): Promise<void> {
  for (;;) {
    const sealed = await db.$transaction((tx) => sealSome(tx, tenantId));
    if (sealed < AT_ONCE) return;
  }
}

/** Appends the oldest entries that are in no chain yet; returns how many. 0 while another worker holds the lock. */
async function sealSome(tx: Tx, tenantId: string): Promise<number> {
  await tx.$executeRaw`
    insert into audit_chains (tenant_id, position, hash) values (${tenantId}, 0, ${GENESIS}) on conflict do nothing`;
  const [head] = await tx.$queryRaw<{ position: number; hash: Uint8Array }[]>`
    select position, hash from audit_chains where tenant_id = ${tenantId} for update skip locked`;
  if (!head) return 0;
  const entries = await tx.$queryRaw<{ id: string; digest: Uint8Array }[]>`
    select id, usher_audit_digest(a) as digest from audit_entries a
    where tenant_id = ${tenantId} and position is null order by created_at, id limit ${AT_ONCE} for update`;
  let { position, hash } = head;
  const links = entries.map(({ id, digest }) => {
    position += 1;
    hash = createHash("sha256").update(hash).update(digest).digest();
    return { id, position, digest: hex(digest), hash: hex(hash) };
  });
  const column = <Key extends keyof (typeof links)[number]>(key: Key) => links.map((link) => link[key]);
  await tx.$executeRaw`
    update audit_entries a set position = l.position, digest = decode(l.digest, 'hex'), hash = decode(l.hash, 'hex')
    from unnest(${column("id")}::text[], ${column("position")}::int[], ${column("digest")}::text[], ${column("hash")}::text[])
      as l (id, position, digest, hash)
    where a.tenant_id = ${tenantId} and a.id = l.id`;
  await tx.$executeRaw`
    update audit_chains set position = ${position}, hash = ${hash} where tenant_id = ${tenantId}`;
  return links.length;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
