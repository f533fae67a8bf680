import { countOf } from "../../_lib/units.ts";

const SHOWN = 100;

interface Props {
  title: string;
  issues: { line: number; message: string }[];
}

/** The server's messages for single lines, with the file's line numbers. */
export function ImportIssues({ title, issues }: Props) {
  if (issues.length === 0) return null;
  const more = issues.length - SHOWN;
  return (
    <section aria-label={title} className="space-y-1.5">
      <h3 className="text-[0.8125rem] font-medium">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul tabIndex={0} className="max-h-40 divide-y overflow-y-auto rounded-md border text-xs">
        {issues.slice(0, SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`} className="flex gap-3 px-3 py-1.5">
            <span className="shrink-0 font-medium tabular-nums">Line {line}</span>
            <span className="min-w-0 text-pretty break-words text-muted">{message}</span>
          </li>
        ))}
        {more > 0 && <li className="px-3 py-1.5 text-muted">and {countOf(more, "more line")}</li>}
      </ul>
    </section>
  );
}
