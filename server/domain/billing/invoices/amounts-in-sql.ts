import { Prisma } from "../../../platform/database/client/client.ts";

const DUE = Prisma.sql`case when i.status = 'VOID' then 0 else i.amount_due end`;
const UNPAID = Prisma.sql`greatest(i.amount_due - i.amount_paid, 0)`;
const CREDIT = Prisma.sql`case when i.status = 'VOID' then 0 else i.total - i.amount_due - coalesce(i.credit_notes, 0) end`;

/** SQL of what `amountsOf` and `creditedOf` say of an invoice `i`. */
export const AMOUNTS = {
  due: DUE,
  remaining: Prisma.sql`case when i.status = 'OPEN' then ${UNPAID} else 0 end`,
  writtenOff: Prisma.sql`case when i.status = 'UNCOLLECTIBLE' then ${UNPAID} else 0 end`,
  fromCredit: Prisma.sql`case when i.total < 0 then 0 else ${CREDIT} end`,
  keptAsCredit: Prisma.sql`case when i.total < 0 then -(${CREDIT}) else 0 end`,
  offDue: Prisma.sql`coalesce(i.credit_notes, 0)`,
  credited: Prisma.sql`greatest(i.amount_credited, coalesce(i.credit_notes, 0))`,
};
