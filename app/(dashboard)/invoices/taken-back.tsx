import { Day } from "../../_components/moment.tsx";

/** Of a payment or a refund: when a person took it back, and why; nothing of one that counts. */
export function TakenBack({ of: { taken_back: taken } }: TakenBackProps) {
  if (taken === null) return null;
  return (
    <span className="block text-xs text-negative">
      Taken back <Day iso={taken.at} />
      {taken.reason && `: “${taken.reason}”`}
    </span>
  );
}

interface TakenBackProps {
  of: { taken_back: { at: string; reason: string | null } | null };
}
