"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../_components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../_components/ui/dropdown-menu.tsx";
import type { Endpoint } from "./endpoint.ts";
import { DeleteEndpoint, EditEndpoint, ReplayEvents, RotateSecret } from "./endpoint-dialogs.tsx";

interface Props {
  endpoint: Endpoint;
  disable: () => void;
  /** Sends a test event, where a button does not. */
  test?: () => void;
  isWanted: boolean;
}

const DIALOGS = { edit: EditEndpoint, replay: ReplayEvents, rotate: RotateSecret, delete: DeleteEndpoint };

/** The rarer actions of an endpoint. */
export default function MoreMenu({ endpoint, disable, test, isWanted }: Props) {
  const [chosen, setChosen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = chosen && DIALOGS[chosen];
  const isEnabled = endpoint.disabled_at === null;
  return (
    <>
      <DropdownMenu defaultOpen={isWanted}>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary">
            More
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {test && <DropdownMenuItem onSelect={test}>Send test event</DropdownMenuItem>}
          {isEnabled && (
            <DropdownMenuItem onSelect={() => setChosen("replay")}>
              Send events of a time again
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setChosen("edit")}>Edit</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setChosen("rotate")}>Rotate secret</DropdownMenuItem>
          <DropdownMenuSeparator />
          {isEnabled && <DropdownMenuItem onSelect={disable}>Disable</DropdownMenuItem>}
          <DropdownMenuItem onSelect={() => setChosen("delete")}>Delete</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {Dialog && <Dialog endpoint={endpoint} close={() => setChosen(null)} />}
    </>
  );
}
