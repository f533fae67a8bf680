"use client";

import { EVENT_TYPES } from "../../../../server/domain/events/types.ts";
import { Dialog, DialogBody, DialogContent } from "../../../_components/ui/dialog.tsx";

interface Props {
  taken: string[];
  close: () => void;
}

/** The types of events that an endpoint gets, with what each means. */
export function EventsDialog({ taken, close }: Props) {
  const meanings: Record<string, string> = EVENT_TYPES;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Events that are sent here" description="“Edit” in the menu changes them.">
        <DialogBody>
          <section
            aria-label="Events"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
            tabIndex={0}
            className="max-h-[60dvh] overflow-y-auto"
          >
            <ul className="divide-y">
              {taken.map((type) => (
                <li key={type} className="py-2">
                  <code className="font-mono text-xs font-medium">{type}</code>
                  <p className="text-xs text-pretty text-muted">{meanings[type]}</p>
                </li>
              ))}
            </ul>
          </section>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
