/** The language and region that the reader's browser writes numbers in. Pages are made on the server before it is known: en-US. */
export const readerLocale = (): string =>
  typeof navigator === "undefined" ? "en-US" : (navigator.language ?? "en-US");
