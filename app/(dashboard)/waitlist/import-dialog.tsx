"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogTrigger,
} from "../../_components/ui/dialog.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Progress } from "../../_components/ui/progress.tsx";
import { splitCsv } from "../../_lib/csv.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import { reasonOf } from "../../_lib/use-loaded.ts";

const AT_ONCE = 500;

interface Run {
  done: number;
  total: number;
  joined: number;
  known: number;
  issues: { line: number; message: string }[];
  refused: number;
  failure: string | null;
  isOver: boolean;
}

/** Adds the people of a CSV file, part by part, and says how far it is. */
export function ImportDialog() {
  const { api, tenant } = useDashboard();
  const queryClient = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);

  async function send(file: File) {
    const parts = splitCsv(await file.text(), AT_ONCE);
    const total = parts.reduce((sum, { records }) => sum + records, 0);
    let state: Run = {
      done: 0,
      total,
      joined: 0,
      known: 0,
      issues: [],
      refused: 0,
      failure: null,
      isOver: false,
    };
    setRun(state);
    try {
      for (const { csv, linesBefore, records } of parts) {
        const answer = await api.waitlist.importText.mutate({ csv });
        state = {
          ...state,
          done: state.done + records,
          joined: state.joined + answer.joined,
          known: state.known + answer.known,
          refused: state.refused + answer.refused,
          issues: [
            ...state.issues,
            ...answer.issues.map(({ line, message }) => ({ line: line + linesBefore, message })),
          ].slice(0, 100),
        };
        setRun(state);
      }
      setRun({ ...state, isOver: true });
    } catch (error) {
      setRun({
        ...state,
        isOver: true,
        failure: error instanceof Error ? reasonOf(error) : "The import failed.",
      });
    }
    await queryClient.invalidateQueries({ queryKey: [tenant.tenantId] });
  }

  return (
    <Dialog onOpenChange={(isOpen) => isOpen && setRun(null)}>
      <DialogTrigger asChild>
        <Button variant="secondary">Import</Button>
      </DialogTrigger>
      <DialogContent
        title="Import from CSV"
        description="With a header. email is needed; name and created_at are known, other columns become metadata."
      >
        <DialogBody>
          {run === null ? (
            <div className="space-y-1.5">
              <Label htmlFor="waitlist-file">File</Label>
              <Input
                id="waitlist-file"
                type="file"
                accept=".csv,text/csv"
                className="h-auto py-2"
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  if (file) void send(file);
                }}
              />
              <p className="text-xs text-pretty text-muted">
                An address that is there already is left as it is, so a file may be sent again. Nobody is
                mailed.
              </p>
            </div>
          ) : (
            <div className="space-y-3">
              <Progress label="Imported" value={run.done} max={run.total} />
              <p role="status" className="tabular-nums">
                {formatCount(run.done)} of {formatCount(run.total)}: {formatCount(run.joined)} new,{" "}
                {formatCount(run.known)} known
                {run.refused > 0 && `, ${formatCount(run.refused)} refused`}
              </p>
              {run.failure && <Alert tone="negative">{run.failure}</Alert>}
              {run.issues.length > 0 && (
                <ul className="max-h-40 overflow-y-auto text-xs text-muted">
                  {run.issues.map(({ line, message }) => (
                    <li key={line}>
                      Line {line}: {message}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )}
        </DialogBody>
        {run?.isOver && (
          <DialogFooter>
            <Button variant="secondary" onClick={() => setRun(null)}>
              Another file
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
