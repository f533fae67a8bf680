import { router, tenantProcedure } from "../../trpc/init.ts";
import { getMail, readMail, revealMail } from "./get-mail.ts";
import { listMail } from "./list-mail.ts";
import { retryMail } from "./retry-mail.ts";
import * as schema from "./schema.ts";

/** Mails that were sent or wait to be sent. */
export const mailRouter = router({
  list: tenantProcedure
    .meta(schema.listMailMeta)
    .input(schema.ListMail)
    .output(schema.MailPage)
    .query(({ ctx, input }) => listMail(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getMailMeta)
    .input(schema.MailId)
    .output(schema.MailMessage)
    .query(({ ctx, input }) => getMail(ctx.scope, input)),
  read: tenantProcedure
    .meta(schema.readMailMeta)
    .input(schema.MailId)
    .output(schema.MailBody)
    .query(({ ctx, input }) => readMail(ctx.scope, input)),
  reveal: tenantProcedure
    .meta(schema.revealMailMeta)
    .input(schema.MailId)
    .output(schema.MailBody)
    .mutation(({ ctx, input }) => revealMail(ctx.scope, input)),
  retry: tenantProcedure
    .meta(schema.retryMailMeta)
    .input(schema.MailId)
    .output(schema.MailMessage)
    .mutation(({ ctx, input }) => retryMail(ctx.scope, input)),
});
