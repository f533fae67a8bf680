import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { findLeftCredit, settleCredit } from "../corrections/settle-credit.ts";
import { decideCharge } from "./decide-charge.ts";
import { browseCharges, countHeld, getCharge, listCharges } from "./list-charges.ts";
import * as schema from "./schema.ts";
import * as settle from "./settle-schema.ts";

/** Charges: what customers owe and are owed, and where it is. */
export const ledgerRouter = router({
  list: query(schema.listChargesMeta, schema.ListCharges, schema.ChargePage, listCharges),
  browse: query(schema.browseChargesMeta, schema.ListCharges, schema.ChargeRows, browseCharges),
  countHeld: query(schema.browseChargesMeta, schema.NoInput, schema.HeldCount, countHeld),
  get: query(schema.getChargeMeta, schema.ChargeId, schema.Charge, getCharge),
  decide: mutation(schema.decideChargeMeta, schema.DecideCharge, schema.Charge, decideCharge),
  settleCredit: mutation(settle.settleCreditMeta, settle.SettleCredit, settle.CreditSettlement, settleCredit),
  leftCredit: query(settle.leftCreditMeta, settle.LeftCreditOf, settle.LeftCredit, findLeftCredit),
});
