"use client";

import { useMay } from "../../_lib/use-loaded.ts";
import { NewCode } from "./create-dialogs.tsx";
import { type Invitations, stateOf } from "./invitation-state.ts";
import { Reveal } from "./reveal.tsx";
import { RevokeMenu } from "./revoke-menu.tsx";

type Code = Invitations["codes"][number];

/** What can be done with a code: one that works is revealed or revoked, another is replaced. */
export function CodeActions({ code }: { code: Code }) {
  const state = stateOf(code);
  if (!useMay("ADMIN") || state === "REVOKED") return null;
  const name = `the code that ends in ${code.ends_with}`;
  if (state !== "OPEN")
    return (
      <span className="flex justify-end">
        <NewCode replaced={{ name, uses: code.max_uses }} />
      </span>
    );
  return (
    <span className="flex justify-end gap-1">
      <Reveal id={code.id} what={name} act={(api, input) => api.invitations.revealCode.mutate(input)} />
      <RevokeMenu
        id={code.id}
        of={name}
        what="code"
        description={`It stops working: ${name} cannot be redeemed again. Earlier redemptions stay.`}
        act={(api, input) => api.invitations.revokeCode.mutate(input)}
      />
    </span>
  );
}
