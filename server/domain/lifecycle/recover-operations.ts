import type { Scope } from "../scope.ts";
import { recoverChange } from "../subscriptions/change-plan.ts";
import { takeOver } from "../subscriptions/provider-operations.ts";
import { recoverStart } from "../subscriptions/start-subscription.ts";
import { recoverMove } from "./move-provider.ts";

const RECOVERIES = { START: recoverStart, CHANGE_PLAN: recoverChange, MOVE: recoverMove };

/** Finishes one operation that a crash left behind, unless another process is at it. Throws what kept it from finishing. */
export async function recoverOperation(scope: Scope, id: string): Promise<void> {
  const operation = await takeOver(scope, id);
  if (operation) await RECOVERIES[operation.kind](scope, operation);
}
