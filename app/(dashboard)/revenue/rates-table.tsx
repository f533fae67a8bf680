"use client";

import { Trash2 } from "lucide-react";
import { Button } from "../../_components/ui/button.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import { useAction, useLoaded } from "../../_lib/use-loaded.ts";

/** As many as one page of the API has. */
const SHOWN = 200;

/** The exchange rates to a currency, the newest day first, each with a button that deletes it. */
export function RatesTable({ into }: { into: string }) {
  const { data, error } = useLoaded("rates", into, (api, signal) =>
    api.revenue.listRates.query({ into, limit: SHOWN }, { signal }),
  );
  const remove = useAction((api, id: string) => api.revenue.deleteRate.mutate({ id }), {
    done: ({ currency, valid_from: day }) => `The rate of ${currency} from ${day} was deleted.`,
  });
  if (error) return <p className="text-[0.8125rem] text-muted">The rates could not be loaded.</p>;
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.data.length === 0)
    return <p className="text-[0.8125rem] text-muted">No rates yet. Set the first one below.</p>;
  const rates = data.data.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
  return (
    <section
      aria-label="Rates that are set"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
      tabIndex={0}
      className="max-h-52 overflow-auto rounded-md border"
    >
      <Table aria-label="Exchange rates">
        <thead>
          <TableRow>
            <ColumnHead>Currency</ColumnHead>
            <ColumnHead className="text-right">Worth in {into}</ColumnHead>
            <ColumnHead>From</ColumnHead>
            <ColumnHead>
              <span className="sr-only">Delete</span>
            </ColumnHead>
          </TableRow>
        </thead>
        <tbody>
          {rates.map(({ id, currency, rate, valid_from: day }) => (
            <TableRow key={id}>
              <TableCell>{currency}</TableCell>
              <TableCell className="text-right tabular-nums">{rate}</TableCell>
              <TableCell className="whitespace-nowrap">{day}</TableCell>
              <TableCell className="text-right">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Delete the rate of ${currency} from ${day}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
