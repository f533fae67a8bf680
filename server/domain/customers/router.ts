import { BoundedCount } from "../../platform/bounded-count.ts";
import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import * as balance from "../billing/ledger/balance-schema.ts";
import { getBalance } from "../billing/ledger/get-balance.ts";
import * as schema from "./browse-schema.ts";
import { createCustomer } from "./create-customer.ts";
import { getCustomer, updateCustomer } from "./get-customer.ts";
import { countCustomers, listCustomers } from "./list-customers.ts";
import { addNote, deleteNote, listNotes } from "./notes.ts";

/** Customers, for the dashboard, and what they owe. */
export const customersRouter = router({
  list: query(schema.browseMeta, schema.ListCustomers, schema.CustomerRows, listCustomers),
  count: query(schema.browseMeta, schema.CountCustomers, BoundedCount, countCustomers),
  get: query(schema.browseMeta, schema.CustomerId, schema.CustomerDetail, getCustomer),
  getBalance: query(balance.getBalanceMeta, balance.BalanceOf, balance.CustomerBalance, getBalance),
  create: mutation(schema.createMeta, schema.CreateCustomer, schema.CustomerDetail, createCustomer),
  update: mutation(schema.changeMeta, schema.UpdateCustomer, schema.CustomerDetail, updateCustomer),
  notes: query(schema.browseMeta, schema.ListNotes, schema.CustomerNotes, listNotes),
  addNote: mutation(schema.supportMeta, schema.AddNote, schema.CustomerNote, addNote),
  deleteNote: mutation(schema.supportMeta, schema.NoteId, schema.DeletedNote, deleteNote),
});
