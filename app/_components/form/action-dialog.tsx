"use client";

import { Slot } from "@radix-ui/react-slot";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ActionProps, FormSchema } from "./action.ts";

// Forms, schemas and the dialog itself load when the button is pressed.
const ActionWindow = dynamic(() => import("./action-window.tsx"), { ssr: false });

/** Asks for an operation's input or just for a confirmation, runs it, and shows errors in place. */
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
