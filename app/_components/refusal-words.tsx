/** The code that a message ends with: "The card was declined. (K7001)". */
const WITH_CODE = /^([\s\S]*\S)\s*\((K\d{4})\)$/;

/** What went wrong, with its code in small print behind it, for those who look it up. */
export function RefusalWords({ text }: { text: string }) {
  const [, words, code] = WITH_CODE.exec(text) ?? [null, text, null];
  return (
    <>
      {words}
      {code && <small className="font-mono text-[0.6875rem] whitespace-nowrap opacity-80"> ({code})</small>}
    </>
  );
}
