"use client";

import { Ellipsis } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../../_components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../../_components/ui/dropdown-menu.tsx";

interface Props {
  isWanted: boolean;
  /** Absent where nothing is to be saved. */
  onSave?: () => void;
  onDiscard: () => void;
}

/** What a phone's bar has no room for beside publishing. Loaded by LazyMenu when it is first pressed. */
export default function PublishMenu({ isWanted, onSave, onDiscard }: Props) {
  const asks = useRef(false);
  return (
    <DropdownMenu defaultOpen={isWanted}>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="icon" aria-label="More" className="sm:hidden">
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        side="top"
        onCloseAutoFocus={(event) => {
          if (!asks.current) return;
          // What it asks has the focus.
          event.preventDefault();
          asks.current = false;
          onDiscard();
        }}
      >
        {onSave && <DropdownMenuItem onSelect={onSave}>Save draft</DropdownMenuItem>}
        <DropdownMenuItem
          onSelect={() => {
            asks.current = true;
          }}
        >
          Discard changes
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
