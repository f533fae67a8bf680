import {
  type EntitlementsPayload,
  type EntitlementsSource,
  UsherProvider,
  useEntitlement,
} from "../packages/client/src/react/index.ts";

interface Props {
  source: EntitlementsSource;
  initial?: EntitlementsPayload;
  onUnreachable?: "allow" | "deny";
}

/** A page of a tenant's product that shows what its user may do. */
export function EntitlementsPage(props: Props) {
  return (
    <UsherProvider {...props}>
      <Events />
      <SingleSignOn />
    </UsherProvider>
  );
}

function Events() {
  const { loading, allowed, used, limit, remaining, error, refresh } = useEntitlement("events");
  if (loading) return <p role="status">Loading</p>;
  return (
    <>
      <p role="status">
        {`${allowed ? "Allowed" : "Refused"}: ${used} of ${limit} used, ${remaining} left${error ? ", not sure" : ""}`}
      </p>
      <button type="button" onClick={() => void refresh()}>
        Refresh
      </button>
    </>
  );
}

function SingleSignOn() {
  const { allowed, reason } = useEntitlement("sso");
  return <p role="note">{allowed ? "Single sign-on is on" : `No single sign-on: ${reason}`}</p>;
}
