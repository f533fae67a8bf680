"use client";

import { type Coming, ComingNotice } from "../../_coming/coming-notice.tsx";
import { TEAM_WORDS } from "../../_coming/team-words.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { useMay } from "../../_lib/use-loaded.ts";
import { DROP_CHANGE } from "./drop-change.ts";

interface Props {
  subscription: { id: string; coming: Coming | null };
}

/** What comes of a subscription, with the button that drops its change. */
export function SubscriptionComing({ subscription: { id, coming } }: Props) {
  const mayChange = useMay("ADMIN");
  const drop = mayChange && (
    <ActionDialog
      trigger={
        <button type="button" className="cursor-pointer font-medium underline underline-offset-2">
          Drop the change
        </button>
      }
      {...DROP_CHANGE}
      fixed={{ id }}
    />
  );
  return <ComingNotice coming={coming} words={TEAM_WORDS} drop={drop} />;
}
