/** How many characters at the end are always seen: ids of one kind begin alike, and differ there. The class below says it, too. */
const TAIL = 6;

/** An id or another long value in the code's font, on one line: where there is no room for it, it is cut before its last characters. */
export function MiddleCut({ value }: { value: string }) {
  const cut = Math.max(0, value.length - TAIL);
  return (
    <span className="min-w-0 whitespace-nowrap">
      {/* A box in the line and no flex item, so that what is selected and copied has no break in it. */}
      <span className="inline-block max-w-[calc(100%-6ch+1px)] truncate align-bottom">
        {value.slice(0, cut)}
      </span>
      {value.slice(cut)}
    </span>
  );
}
