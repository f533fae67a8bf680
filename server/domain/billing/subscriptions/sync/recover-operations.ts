import type { Scope } from "../../../../platform/scope.ts";
import { recoverChange } from "../change/change-by-card.ts";
import { recoverMove } from "../change/move-provider.ts";
import { recoverStart } from "../start/start-subscription.ts";
import { claimOperation } from "./provider-operations.ts";

const RECOVERIES = { START: recoverStart, CHANGE_PLAN: recoverChange, MOVE: recoverMove };

/** Finishes one operation that a crash interrupted, unless another process holds its lease. Throws the error that prevents it. */
export async function recoverOperation(scope: Scope, id: string): Promise<void> {
  const operation = await claimOperation(scope, id);
  if (operation) await RECOVERIES[operation.kind](scope, operation);
}
