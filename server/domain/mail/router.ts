import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { getMail, readMail, revealMail } from "./get-mail.ts";
import { listMail } from "./list-mail.ts";
import { retryMail } from "./retry-mail.ts";
import * as schema from "./schema.ts";
import { testMail } from "./test-mail.ts";

/** Mails that were sent or wait to be sent. */
export const mailRouter = router({
  list: query(schema.listMailMeta, schema.ListMail, schema.MailPage, listMail),
  get: query(schema.getMailMeta, schema.MailId, schema.MailMessage, getMail),
  read: query(schema.readMailMeta, schema.MailId, schema.MailBody, readMail),
  reveal: mutation(schema.revealMailMeta, schema.MailId, schema.MailBody, revealMail),
  test: mutation(schema.testMailMeta, Nothing, schema.TestedMail, testMail),
  retry: mutation(schema.retryMailMeta, schema.MailId, schema.MailMessage, retryMail),
});
