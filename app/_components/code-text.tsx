/** A text in which backticks mark code, as the API's descriptions have it. */
export function CodeText({ text }: { text: string | undefined }) {
  return text?.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <code key={index} className="font-mono text-[0.95em] text-foreground">
        {part}
      </code>
    ),
  );
}
