"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../../_components/ui/button.tsx";

const ChangePlanDialog = dynamic(
  () => import("./change-plan-dialog.tsx").then((part) => part.ChangePlanDialog),
  { ssr: false },
);

interface Props {
  id: string;
  /** The prices that the subscription can change to; empty while they load. */
  options: { value: string; label: string }[];
  isByCard: boolean;
  /** Whether it is the first thing that one comes for. */
  isPrimary: boolean;
}

/** Opens the preview of a change of plan. */
export function ChangePlan({ id, options, isByCard, isPrimary }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant={isPrimary ? "primary" : "secondary"}
        aria-haspopup="dialog"
        disabled={options.length === 0}
        onClick={() => setIsOpen(true)}
      >
        Change plan
      </Button>
      {isOpen && <ChangePlanDialog {...{ id, options, isByCard }} close={() => setIsOpen(false)} />}
    </>
  );
}
