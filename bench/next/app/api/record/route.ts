import { randomUUID } from "node:crypto";
import { NextResponse } from "next/server";
import { z } from "zod";
import { prisma, tenantOf, termsOf } from "../../prisma";

const Body = z.object({
  customer: z.string().min(1),
  feature_key: z.string().min(1),
  quantity: z.number().positive(),
});

export async function POST(request: Request) {
  const tenantId = await tenantOf(request);
  if (!tenantId) return NextResponse.json({ error: "unauthorized" }, { status: 401 });
  const body = Body.safeParse(await request.json());
  if (!body.success) return NextResponse.json({ error: body.error.issues }, { status: 400 });
  const { customer: name, feature_key, quantity } = body.data;
  const terms = await termsOf(tenantId, name, feature_key);
  if (!terms?.counter || !terms.isGranted)
    return NextResponse.json({ error: "not granted" }, { status: 409 });
  const { customer, counter, limit } = terms;
  const now = new Date();
  const used = await prisma.$transaction(async (tx) => {
    const where = { tenantId_id: { tenantId, id: counter.id } };
    const after = await tx.usageRecord.update({
      where,
      data: { value: { increment: quantity }, updatedAt: now },
    });
    if (limit !== null && after.value.toNumber() > limit) throw new Error("past the limit");
    await tx.usageLedgerEntry.create({
      data: {
        tenantId,
        id: `uled_${randomUUID()}`,
        recordId: counter.id,
        customerId: customer.id,
        kind: "RECORD",
        delta: quantity,
        actorType: "APPLICATION",
        actorId: "bench",
        occurredAt: now,
        createdAt: now,
      },
    });
    return after.value.toNumber();
  });
  return NextResponse.json({ used, limit }, { status: 201 });
}
