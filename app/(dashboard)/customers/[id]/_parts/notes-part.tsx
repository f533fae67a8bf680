"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";

/** The members' notes on the customer. */
export function NotesPart({ customerId }: { customerId: string }) {
  const mayWrite = useMay("SUPPORT");
  const { data, error, refetch } = useLoaded("notes", customerId, (api, signal) =>
    api.customers.notes.query({ customer_id: customerId }, { signal }),
  );
  return (
    <Card aria-label="Notes">
      <CardHeader>
        <CardTitle>Notes</CardTitle>
        {mayWrite && (
          <ActionDialog
            trigger={<Button size="small">Add a note</Button>}
            title="Add a note"
            description="Only your team sees it, never the customer."
            schema={async () =>
              (await import("../../../../../server/domain/customers/browse-schema.ts")).AddNote
            }
            fields={[{ name: "body", label: "Note", kind: "textarea", isRequired: true }]}
            fixed={{ customer_id: customerId }}
            submit="Add note"
            done="The note was added."
            act={(api, input) => api.customers.addNote.mutate(input)}
          />
        )}
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The notes" error={error} onRetry={() => void refetch()} />
        </div>
      ) : data?.data.length === 0 ? (
        <p className="px-4 py-8 text-center text-[0.8125rem] text-muted">No notes yet.</p>
      ) : (
        <ul className="divide-y">
          {data?.data.map((note) => (
            <li key={note.id} className="px-4 py-3">
              <p className="text-pretty whitespace-pre-wrap">{note.body}</p>
              <div className="mt-1 flex items-center justify-between gap-3 text-xs text-muted">
                <span>
                  {note.author ?? note.created_by} · <Moment iso={note.created_at} />
                </span>
                {mayWrite && (
                  <ActionDialog
                    trigger={
                      <Button variant="ghost" size="small" className="h-7 px-2 text-xs">
                        Delete
                      </Button>
                    }
                    title="Delete the note?"
                    schema={async () =>
                      (await import("../../../../../server/domain/customers/browse-schema.ts")).NoteId
                    }
                    fixed={{ note_id: note.id }}
                    submit="Delete"
                    keep="Keep note"
                    isDangerous
                    done="The note was deleted."
                    act={(api, input) => api.customers.deleteNote.mutate(input)}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
