import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { getMail, readMail, revealMail } from "./get-mail.ts";
import { getMailMeta, MailBody, readMailMeta, revealMailMeta } from "./get-mail-schema.ts";
import { listMail } from "./list-mail.ts";
import { ListMail, listMailMeta, MailPage } from "./list-mail-schema.ts";
import { retryMail } from "./retry-mail.ts";
import { retryMailMeta } from "./retry-mail-schema.ts";
import { MailId, MailMessage } from "./schema.ts";
import { testMail } from "./test-mail.ts";
import { TestedMail, testMailMeta } from "./test-mail-schema.ts";

/** Mails that were sent or wait to be sent. */
export const mailRouter = router({
  list: query(listMailMeta, ListMail, MailPage, listMail),
  get: query(getMailMeta, MailId, MailMessage, getMail),
  read: query(readMailMeta, MailId, MailBody, readMail),
  reveal: mutation(revealMailMeta, MailId, MailBody, revealMail),
  test: mutation(testMailMeta, Nothing, TestedMail, testMail),
  retry: mutation(retryMailMeta, MailId, MailMessage, retryMail),
});
