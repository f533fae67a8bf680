import { cn } from "../../_lib/cn.ts";
import { formatShare } from "../../_lib/format.ts";

interface Props {
  now: number;
  before: number;
  /** "over the range": what the change is measured against. */
  than: string;
  /** Whether less is better, as for what is lost. */
  isBad?: boolean;
}

/** How far a figure has moved, in per cent. */
export function Change({ now, before, than, isBad = false }: Props) {
  if (before === 0) return <>{now === 0 ? "As before" : "Nothing earlier to compare with"}</>;
  const share = (now - before) / Math.abs(before);
  if (share === 0) return <>Unchanged {than}</>;
  return (
    <>
      <span className={cn("font-medium", share > 0 === isBad ? "text-negative" : "text-positive")}>
        {share > 0 ? "+" : "−"}
        {formatShare(Math.abs(share))}
      </span>{" "}
      {than}
    </>
  );
}
