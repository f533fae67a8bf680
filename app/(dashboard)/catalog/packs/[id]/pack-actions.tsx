"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { MigrateDialog } from "./migrate-dialog.tsx";

type Pack = Awaited<ReturnType<Api["packs"]["get"]["query"]>>;
type Others = Parameters<typeof MigrateDialog>[0]["others"];

const loadPackId = async () => (await import("../../../../../server/domain/catalog/packs/schema.ts")).PackId;

/** Archives a published version that is on sale, and moves its subscribers to another one. */
export function PublishedActions({ pack, others }: { pack: Pack; others: Others }) {
  return (
    <>
      {pack.status === "ACTIVE" && (
        <ActionDialog
          trigger={<Button variant="secondary">Archive</Button>}
          title="Archive this version?"
          description="The plan cannot be bought until you publish another version. Existing subscribers keep this version."
          schema={loadPackId}
          fixed={{ pack_id: pack.id }}
          submit="Archive"
          isDangerous
          done="The version was archived."
          act={(api, input) => api.packs.archive.mutate(input)}
        />
      )}
      {others.length > 0 && <MigrateDialog packId={pack.id} others={others} />}
    </>
  );
}
