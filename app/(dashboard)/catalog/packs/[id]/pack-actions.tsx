"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { MigrateDialog } from "./migrate-dialog.tsx";

type Pack = Awaited<ReturnType<Api["packs"]["get"]["query"]>>;
type Others = Parameters<typeof MigrateDialog>[0]["others"];

const loadPackId = async () => (await import("../../../../../server/domain/catalog/packs/schema.ts")).PackId;

/** Deletes or publishes a draft. */
export function DraftActions({ packId: id, planPage }: { packId: string; planPage: Route }) {
  const router = useRouter();
  return (
    <>
      <ActionDialog
        trigger={<Button variant="secondary">Delete draft</Button>}
        title="Delete the draft?"
        schema={loadPackId}
        fixed={{ pack_id: id }}
        submit="Delete"
        isDangerous
        done="The draft was deleted."
        act={(api, input) => api.packs.delete.mutate(input)}
        onDone={() => router.push(planPage)}
      />
      <ActionDialog
        trigger={<Button>Publish</Button>}
        title="Publish this version?"
        description="New subscriptions get this version from now on, and it can no longer be changed. Existing subscribers stay on their version until you move them."
        schema={loadPackId}
        fixed={{ pack_id: id }}
        submit="Publish"
        done="The version is on sale."
        act={(api, input) => api.packs.publish.mutate(input)}
      />
    </>
  );
}

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
