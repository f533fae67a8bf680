import type { z } from "zod";
import type { Drift } from "../../../../server/domain/billing/card-provider/drift/drift-schema.ts";
import { Alert } from "../../../_components/ui/alert.tsx";

interface State {
  state: z.output<typeof Drift>["state"] | "FAILED";
  account_id: string | null;
  key_account_id: string | null;
  failure_code?: string | null;
}

/** Why nothing was repaired, and what to do. */
export function Stopped({ report }: { report: State | null }) {
  if (report?.state === "ANOTHER_ACCOUNT")
    return (
      <Alert tone="negative">
        The secret key belongs to another account ({report.key_account_id ?? "unknown"}) than your
        subscriptions ({report.account_id ?? "unknown"}). Nothing was changed. Connect a key of the
        subscriptions' account.
      </Alert>
    );
  if (report?.state === "TOO_MANY")
    return (
      <Alert tone="negative">
        Many subscriptions are missing at the provider at once, so nothing was changed. The connection is a
        more likely cause than your customers: check the account and some of these customers first.
      </Alert>
    );
  if (report?.state === "FAILED")
    return (
      <Alert tone="negative">
        The last comparison failed ({report.failure_code}). Usher tries again within the hour.
      </Alert>
    );
  return null;
}
