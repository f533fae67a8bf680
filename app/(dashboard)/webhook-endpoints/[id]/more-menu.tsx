"use client";

import ObjectMenu, { type MenuAction } from "../../../_components/object-menu.tsx";
import type { Endpoint } from "./endpoint.ts";
import { DeleteEndpoint, EditEndpoint, ReplayEvents, RotateSecret } from "./endpoint-dialogs.tsx";

interface Props {
  endpoint: Endpoint;
  disable: () => void;
  /** Sends a test event, where a button does not. */
  test?: () => void;
  isWanted: boolean;
}

/** The rarer actions of an endpoint. */
export default function MoreMenu({ endpoint, disable, test, isWanted }: Props) {
  const isEnabled = endpoint.disabled_at === null;
  const all: (MenuAction | false | undefined)[] = [
    test && { label: "Send test event", run: test },
    isEnabled && {
      label: "Send events of a time again",
      dialog: (close) => <ReplayEvents {...{ endpoint, close }} />,
    },
    { label: "Edit", dialog: (close) => <EditEndpoint {...{ endpoint, close }} /> },
    { label: "Rotate secret", dialog: (close) => <RotateSecret {...{ endpoint, close }} /> },
    isEnabled && { label: "Disable", isLast: true, run: disable },
    { label: "Delete", isLast: true, dialog: (close) => <DeleteEndpoint {...{ endpoint, close }} /> },
  ];
  const actions = all.filter((action) => typeof action === "object");
  return <ObjectMenu label="More" {...{ actions, isWanted }} />;
}
