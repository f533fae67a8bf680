import pg from "pg";
import { StartupError } from "../startup-error.ts";

/** How long a server may take to answer when a connection is opened. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens one connection. Throws a StartupError that says where it was refused and what to do; it never holds the password. */
export async function connectClient(connectionString: string, applicationName: string): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    // When an idle connection breaks, the next query on it fails; this event has nothing to add.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    await client?.end().catch(() => undefined);
    throw explainConnection(connectionString, error);
  }
}

/** One line for a database that cannot be reached: host, port, database, and what the driver or the server said. */
function explainConnection(connectionString: string, error: unknown): StartupError {
  return new StartupError(`PostgreSQL cannot be reached at ${place(connectionString)}: ${reason(error)}.`, {
    cause: error,
  });
}

function place(connectionString: string): string {
  const isAddress = URL.canParse(connectionString) && /^postgres(ql)?:/.test(connectionString);
  if (!isAddress) return "DATABASE_URL (it is no postgresql:// address)";
  const { hostname, port, pathname } = new URL(connectionString);
  return `${hostname || "localhost"}:${port || 5432}, database "${decodeURIComponent(pathname.slice(1)) || "postgres"}"`;
}

/** Error codes of Node and of PostgreSQL (appendix A of its manual), with what a person can do about them. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there; start the server or correct DATABASE_URL",
  ENOTFOUND: "no machine of that name is known; correct the host in DATABASE_URL",
  EAI_AGAIN: "the name could not be looked up; check the network, or the host in DATABASE_URL",
  ETIMEDOUT: "no answer; check the network and the firewall",
  EHOSTUNREACH: "no way there; check the network and the firewall",
  ECONNRESET: "the connection was cut while it was made; check that it is PostgreSQL, and its TLS settings",
  "28P01": "the user or the password is wrong; correct DATABASE_URL",
  "28000": "the user may not connect from here; correct DATABASE_URL or the server's pg_hba.conf",
  "3D000": "there is no such database; create it or correct DATABASE_URL",
  "53300": "the server has no connection left; raise its max_connections or lower USHER_POOL_SIZE",
  "57P03": "the server is starting up or shutting down; try again in a moment",
};

function reason(error: unknown): string {
  // Several addresses of one name (::1 and 127.0.0.1) fail together, as an AggregateError without a message.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  const message = first instanceof Error ? first.message : String(first);
  if (/timeout/i.test(message)) return REASONS.ETIMEDOUT ?? message;
  return REASONS[code] ?? message.replace(/\.$/, "");
}
