"use client";

import { Slot } from "@radix-ui/react-slot";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ActionProps, FormSchema } from "./action.ts";

// With forms, schemas and the window itself: nobody needs them before pressing the button.
const ActionWindow = dynamic(() => import("./action-window.tsx"), { ssr: false });

/** Asks for what an operation needs, or just whether it is meant, does it, and says in place what was wrong. */
export function ActionDialog<Schema extends FormSchema, Output>(props: ActionProps<Schema, Output>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Slot aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {props.trigger}
      </Slot>
      {/* The window is loaded apart, where its types are not known. */}
      {isOpen && (
        <ActionWindow
          {...(props as unknown as ActionProps<FormSchema, unknown>)}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
