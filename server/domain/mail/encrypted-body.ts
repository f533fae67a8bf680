import type { Vault } from "../../platform/crypto.ts";

/** The body of a mail; its links carry one-time secrets. */
interface Body {
  text: string;
  html: string;
}

const contextOf = (id: string, part: keyof Body) => `mail:${id}:${part}`;

/** Encrypts a mail's body for storage. */
export function encryptBody(vault: Vault, id: string, { text, html }: Body): Body {
  return {
    text: vault.encrypt(text, contextOf(id, "text")),
    html: vault.encrypt(html, contextOf(id, "html")),
  };
}

/** Decrypts a mail's body; a row that an older version wrote is plain text. */
export function decryptBody(vault: Vault, { id, text, html }: Body & { id: string }): Body {
  const isEncrypted = /^v\d\.[\w-]+\.[\w-]+\./;
  const decrypt = (words: string, part: keyof Body) =>
    isEncrypted.test(words) ? vault.decrypt(words, contextOf(id, part)) : words;
  return { text: decrypt(text, "text"), html: decrypt(html, "html") };
}
