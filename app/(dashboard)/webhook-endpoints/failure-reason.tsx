/** Why a try failed; the code of its error, which the server puts in brackets at the end, in small print. */
export function FailureReason({ reason }: { reason: string }) {
  const { words = reason, code } = /^(?<words>.*) \((?<code>[A-Z][A-Z0-9_]+)\)$/s.exec(reason)?.groups ?? {};
  return (
    <>
      {words}
      {code && (
        <>
          {" "}
          <code className="font-mono text-xs">{code}</code>
        </>
      )}
    </>
  );
}
