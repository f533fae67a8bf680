"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Filter, PageInput } from "../../_components/table/list.ts";
import type { ListState } from "../../_components/table/list-state.ts";
import type { Api } from "../../_lib/api.ts";
import { columnsFor } from "./charge-columns.tsx";

const ChargeDialog = dynamic(() => import("./charge-dialog.tsx").then((part) => part.ChargeDialog), {
  ssr: false,
});

interface Props {
  name: string;
  /** Whether the list is of all customers, so that each row names its own. */
  isOfAll: boolean;
  filters?: Filter[];
  input: (state: ListState, page: PageInput) => Parameters<Api["ledger"]["browse"]["query"]>[0];
  empty: ReactNode;
}

/** A list of charges; a click on one opens it with its transfers in the journal. */
export function ChargesTable({ isOfAll, ...list }: Props) {
  const [chosen, setChosen] = useQueryState("charge", parseAsString);
  const columns = useMemo(
    () => columnsFor({ isOfAll, open: (id) => void setChosen(id) }),
    [isOfAll, setChosen],
  );
  return (
    <>
      <DataTable columns={columns} query={(api) => api.ledger.browse} {...list} />
      {chosen && <ChargeDialog id={chosen} close={() => void setChosen(null)} />}
    </>
  );
}
