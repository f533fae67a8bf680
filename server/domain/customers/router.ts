import { router, tenantProcedure } from "../../trpc/init.ts";
import * as schema from "./browse-schema.ts";
import { getCustomer, updateCustomer } from "./get-customer.ts";
import { listCustomers } from "./list-customers.ts";
import { addNote, deleteNote, listNotes } from "./notes.ts";

/** Customers, for the dashboard. */
export const customersRouter = router({
  list: tenantProcedure
    .meta(schema.browseMeta)
    .input(schema.ListCustomers)
    .output(schema.CustomerRows)
    .query(({ ctx, input }) => listCustomers(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.browseMeta)
    .input(schema.CustomerId)
    .output(schema.CustomerDetail)
    .query(({ ctx, input }) => getCustomer(ctx.scope, input)),
  update: tenantProcedure
    .meta(schema.changeMeta)
    .input(schema.UpdateCustomer)
    .output(schema.CustomerDetail)
    .mutation(({ ctx, input }) => updateCustomer(ctx.scope, input)),
  notes: tenantProcedure
    .meta(schema.browseMeta)
    .input(schema.ListNotes)
    .output(schema.CustomerNotes)
    .query(({ ctx, input }) => listNotes(ctx.scope, input)),
  addNote: tenantProcedure
    .meta(schema.supportMeta)
    .input(schema.AddNote)
    .output(schema.CustomerNote)
    .mutation(({ ctx, input }) => addNote(ctx.scope, input)),
  deleteNote: tenantProcedure
    .meta(schema.supportMeta)
    .input(schema.NoteId)
    .output(schema.DeletedNote)
    .mutation(({ ctx, input }) => deleteNote(ctx.scope, input)),
});
