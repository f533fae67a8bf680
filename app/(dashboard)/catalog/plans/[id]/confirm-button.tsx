"use client";

import { type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "../../../../_components/ui/button.tsx";

interface Props {
  /** The text of the button that asks. */
  label: string;
  /** Its name for screen readers, where several on a page have the same text. */
  name?: string;
  /** What will happen. */
  children: ReactNode;
  /** The text of the button that does it, and of the one that does not. */
  confirm: string;
  keep: string;
  isPending: boolean;
  onConfirm: () => void;
  /** The button that asks, where a link presses it. */
  button?: Ref<HTMLButtonElement>;
}

/** A button for what cannot be undone: it asks in its own place before it acts. */
export function ConfirmButton({ label, name, children, confirm, keep, isPending, onConfirm, button }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  if (!isAsking)
    return (
      <Button ref={button} variant="ghost" size="small" aria-label={name} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  return (
    <fieldset aria-describedby={id} className="flex flex-wrap items-center justify-end gap-2">
      <legend className="sr-only">{name ?? label}</legend>
      <p id={id} className="min-w-0 text-[0.8125rem] text-pretty whitespace-normal text-muted">
        {children}
      </p>
      <Button variant="secondary" size="small" autoFocus onClick={() => setIsAsking(false)}>
        {keep}
      </Button>
      <Button variant="danger" size="small" disabled={isPending} onClick={onConfirm}>
        {confirm}
      </Button>
    </fieldset>
  );
}
