import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { listTaxIds } from "./list-tax-ids.ts";
import { ListTaxIds, listTaxIdsMeta } from "./list-tax-ids-schema.ts";
import { TaxIds } from "./schema.ts";
import { setTaxIds } from "./set-tax-ids.ts";
import { SetTaxIds, setTaxIdsMeta } from "./set-tax-ids-schema.ts";

/** Numbers by which authorities know a customer. */
export const taxIdsRouter = router({
  list: query(listTaxIdsMeta, ListTaxIds, TaxIds, listTaxIds),
  set: mutation(setTaxIdsMeta, SetTaxIds, TaxIds, setTaxIds),
});
