"use client";

import { Slot } from "@radix-ui/react-slot";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ActionProps, FormSchema } from "./action.ts";

// Forms, schemas and the dialog itself load when the button is pressed.
const ActionWindow = dynamic(() => import("./action-window.tsx"), { ssr: false });

/**
 * A dialog that asks for an operation's input or a confirmation, runs the operation, and shows its errors. With `close` it is open
 * already, from a menu, and has no button.
 */
export function ActionDialog<Schema extends FormSchema, Output, Previewed = undefined>(
  props: ActionProps<Schema, Output, Previewed> & { close?: (() => void) | undefined },
) {
  const [isOpen, setIsOpen] = useState(false);
  if (props.close) return <OpenAction {...props} close={props.close} />;
  return (
    <>
      <Slot aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {props.trigger}
      </Slot>
      {/* The window is loaded lazily, which loses its generic type. */}
      {isOpen && (
        <ActionWindow
          {...(props as unknown as ActionProps<FormSchema, unknown, unknown>)}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The dialog alone, for what opens it in another way: an item of a menu, say. */
export function OpenAction<Schema extends FormSchema, Output, Previewed = undefined>(
  props: Omit<ActionProps<Schema, Output, Previewed>, "trigger"> & { close: () => void },
) {
  // The window is loaded lazily, which loses its generic type.
  const untyped = props as unknown as ActionProps<FormSchema, unknown, unknown> & { close: () => void };
  return <ActionWindow {...untyped} trigger={null} />;
}
