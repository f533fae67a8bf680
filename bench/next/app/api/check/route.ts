import { NextResponse } from "next/server";
import { z } from "zod";
import { tenantOf, termsOf } from "../../prisma";

const Query = z.object({ customer: z.string().min(1), feature_key: z.string().min(1) });

export async function GET(request: Request) {
  const tenantId = await tenantOf(request);
  if (!tenantId) return NextResponse.json({ error: "unauthorized" }, { status: 401 });
  const query = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return NextResponse.json({ error: query.error.issues }, { status: 400 });
  const terms = await termsOf(tenantId, query.data.customer, query.data.feature_key);
  if (!terms) return NextResponse.json({ error: "not found" }, { status: 404 });
  const used = terms.counter?.value.toNumber() ?? 0;
  return NextResponse.json({
    allowed: terms.isGranted && (terms.limit === null || used + 1 <= terms.limit),
    limit: terms.limit,
    used,
    remaining: terms.limit === null ? null : Math.max(0, terms.limit - used),
    plan: terms.subscription?.plan.slug ?? null,
    status: terms.subscription?.status ?? null,
  });
}
