/** The language and region that the reader's browser writes numbers in. The server renders pages before it is known, with en-US. */
export const readerLocale = (): string =>
  typeof navigator === "undefined" ? "en-US" : (navigator.language ?? "en-US");
