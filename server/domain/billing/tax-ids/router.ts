import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { listTaxIds } from "./list-tax-ids.ts";
import * as schema from "./schema.ts";
import { setTaxIds } from "./set-tax-ids.ts";

/** Numbers by which authorities know a customer. */
export const taxIdsRouter = router({
  list: query(schema.listTaxIdsMeta, schema.ListTaxIds, schema.TaxIds, listTaxIds),
  set: mutation(schema.setTaxIdsMeta, schema.SetTaxIds, schema.TaxIds, setTaxIds),
});
