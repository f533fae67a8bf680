"use client";

import { OpenAction } from "../../_components/form/action-dialog.tsx";
import { RowMenu } from "../../_components/row-menu.tsx";
import type { Api } from "../../_lib/api.ts";
import { invitationId } from "./invitation-state.ts";

interface Props {
  id: string;
  /** Whose menu it is, for screen readers. */
  of: string;
  /** What is revoked: "code". */
  what: string;
  description: string;
  act: (api: Api, input: { id: string }) => Promise<unknown>;
}

/** The menu of a code's or an invitation's row, which revokes it when the question is answered so. */
export function RevokeMenu({ id, of, what, description, act }: Props) {
  return (
    <RowMenu
      of={of}
      actions={[
        {
          label: "Revoke",
          isLast: true,
          dialog: (close) => (
            <OpenAction
              close={close}
              title={`Revoke the ${what}?`}
              description={description}
              schema={invitationId}
              fixed={{ id }}
              submit="Revoke"
              keep={`Keep ${what}`}
              isDangerous
              done={`The ${what} was revoked.`}
              act={act}
            />
          ),
        },
      ]}
    />
  );
}
