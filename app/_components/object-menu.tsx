"use client";

import { ChevronDown, Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "./ui/dropdown-menu.tsx";

export interface MenuAction {
  label: string;
  /** Done at once. */
  run?: () => void;
  /** The dialog that it opens, by the element that shows it; `close` takes it away. */
  dialog?: (close: () => void) => ReactNode;
  /** Below a line: what ends or deletes something. */
  isLast?: boolean;
}

interface Props {
  /** The text of its button. */
  label?: string;
  /** Of a row of a list: the button shows "…" and has the label for screen readers. */
  isOfRow?: boolean;
  actions: MenuAction[];
  /** Opens as soon as it is there: LazyMenu. */
  isWanted: boolean;
}

/** All that can be done with an object beside its primary action. Loaded by LazyMenu when it is first pressed. */
export default function ObjectMenu({ label = "Actions", isOfRow = false, actions, isWanted }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const dialog = actions.find(({ label }) => label === chosen)?.dialog;
  const last = actions.findIndex(({ isLast }) => isLast);
  return (
    <>
      <DropdownMenu defaultOpen={isWanted}>
        <DropdownMenuTrigger asChild>
          {isOfRow ? (
            <Button variant="ghost" size="small" aria-label={label}>
              <Ellipsis aria-hidden />
            </Button>
          ) : (
            <Button variant="secondary">
              {label}
              <ChevronDown aria-hidden />
            </Button>
          )}
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {actions.map(({ label: name, run }, index) => (
            <div key={name} role="none">
              {index === last && index > 0 && <DropdownMenuSeparator />}
              <DropdownMenuItem onSelect={() => (run ? run() : setChosen(name))}>{name}</DropdownMenuItem>
            </div>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog?.(() => setChosen(null))}
    </>
  );
}
