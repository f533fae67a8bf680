import type { Vault } from "../../platform/crypto.ts";

/** What a mail says; its links carry secrets that work once. */
interface Words {
  text: string;
  html: string;
}

const contextOf = (id: string, part: keyof Words) => `mail:${id}:${part}`;

/** A mail's words as they are kept. */
export function sealBody(vault: Vault, id: string, { text, html }: Words): Words {
  return {
    text: vault.seal(text, contextOf(id, "text")),
    html: vault.seal(html, contextOf(id, "html")),
  };
}

/** A mail's words as they were written; those of a process of the version before are not sealed. */
export function openBody(vault: Vault, { id, text, html }: Words & { id: string }): Words {
  const isSealed = /^v\d\.[\w-]+\.[\w-]+\./;
  const open = (words: string, part: keyof Words) =>
    isSealed.test(words) ? vault.open(words, contextOf(id, part)) : words;
  return { text: open(text, "text"), html: open(html, "html") };
}
