"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { Button } from "../../../_components/ui/button.tsx";
import { type Change, changeTitle } from "./change-options.ts";

const ChangePlanDialog = dynamic(
  () => import("./change-plan-dialog.tsx").then((part) => part.ChangePlanDialog),
  { ssr: false },
);

/** Opens the preview of a change of plan or steps. */
export function ChangePlan({
  change,
  children = changeTitle(change.way, change.prices),
  ...button
}: { change: Change } & ComponentProps<typeof Button>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" {...button} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && <ChangePlanDialog {...change} close={() => setIsOpen(false)} />}
    </>
  );
}
