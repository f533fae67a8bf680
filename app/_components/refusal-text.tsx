const WITH_CODE = /^(?<words>.*) \((?<code>K\d{4})\)$/s;

/** What reasonOf says: the words for people, and the code for those who look it up in small print. */
export function RefusalText({ children }: { children: string }) {
  const { words = children, code } = WITH_CODE.exec(children)?.groups ?? {};
  return (
    <>
      {words}
      {code && <span className="mt-0.5 block text-xs">Code {code}</span>}
    </>
  );
}
