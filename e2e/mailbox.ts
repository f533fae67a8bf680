import { type APIRequestContext, expect } from "@playwright/test";

/** The embedded mailbox, as a signed-in admin of the tenant reads it. */
export interface Mailbox {
  /** The link of the newest mail of that kind to the address; waits until it is there. */
  linkIn(to: string, template: string): Promise<string>;
}

export function openMailbox(request: APIRequestContext, tenantId: string): Mailbox {
  const headers = { "x-usher-tenant": tenantId };
  return {
    async linkIn(to, template) {
      const id = async () => {
        const input = encodeURIComponent(JSON.stringify({ to }));
        const answer = await request.get(`/api/trpc/mail.list?input=${input}`, { headers });
        const mails: { id: string; template: string; status: string }[] = (await answer.json()).result.data
          .data;
        return mails.find((mail) => mail.template === template)?.id;
      };
      await expect.poll(id).toBeDefined();
      const input = encodeURIComponent(JSON.stringify({ mail_id: await id() }));
      const answer = await request.get(`/api/trpc/mail.read?input=${input}`, { headers });
      const { text } = (await answer.json()).result.data;
      return /https?:\/\/\S+/.exec(text)?.[0] ?? "";
    },
  };
}
