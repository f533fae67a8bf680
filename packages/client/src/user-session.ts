import { requestToken, type UsherOptions } from "./client.ts";
import { renewalOf, type TokenAnswer } from "./client-credentials.ts";
import { isUsherError } from "./errors.ts";
import { DEFAULT_RETRY } from "./retry.ts";
import { type SendSettings, send, type TokenSource } from "./send.ts";

export interface UserSessionOptions
  extends Pick<
    UsherOptions,
    "baseUrl" | "appId" | "clientId" | "clientSecret" | "timeoutMs" | "retry" | "headers" | "fetch"
  > {
  /**
   * Where the tokens are kept, such as localStorage; in memory alone when left out. Whatever script runs in the page can read
   * localStorage: weigh that against signing in again with each visit.
   */
  storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Its name there. */
  storageKey?: string;
}

/** One of your product's users, signed in: give it to createUsher as `tokens`. */
export interface UserSession extends TokenSource {
  /** With e-mail address and password. K2016 they are wrong, K9002 too many failures. */
  signIn(credentials: { email: string; password: string }): Promise<void>;
  /** Ends the session on the server and forgets its tokens. */
  signOut(): Promise<void>;
  isSignedIn(): boolean;
  /** Called whenever a user has signed in or out, here or in another tab. Answers how to stop that. */
  subscribe(listener: () => void): () => void;
}

/** What is kept of a session. */
interface Kept {
  access: string;
  refresh: string;
  renewAt: number;
}

/**
 * Signs users in and keeps them signed in. A refresh token works once, and one that comes back ends the session: all tabs of a
 * browser take turns, by the Web Locks API, and look first what the others have got.
 */
export function createUserSession(options: UserSessionOptions): UserSession {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const { storageKey = `usher-session:${options.appId}`, storage = inMemory() } = options;
  const listeners = new Set<() => void>();
  const settings: SendSettings = {
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    headers: { "x-app-id": options.appId, ...options.headers },
    tokens: null,
  };
  const client = {
    ...(options.clientId !== undefined && { client_id: options.clientId }),
    ...(options.clientSecret !== undefined && { client_secret: options.clientSecret }),
  };
  let underWay: Promise<string | null> | null = null;

  function read(): Kept | null {
    const text = storage.getItem(storageKey);
    // Written by write() alone.
    return text === null ? null : (JSON.parse(text) as Kept);
  }

  function write(kept: Kept | null): void {
    if (kept === null) storage.removeItem(storageKey);
    else storage.setItem(storageKey, JSON.stringify(kept));
  }

  function keep(answer: TokenAnswer): string {
    const { access_token: access, refresh_token: refresh = "" } = answer;
    write({ access, refresh, renewAt: renewalOf(answer, Date.now()) });
    return access;
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** Gets the next tokens, unless another tab just has. */
  async function refresh(refused: string | null): Promise<string | null> {
    const kept = read();
    if (!kept) return null;
    if (kept.access !== refused && Date.now() < kept.renewAt) return kept.access;
    try {
      const grant = { grant_type: "refresh_token", refresh_token: kept.refresh, ...client };
      return keep(await requestToken(baseUrl, settings, grant));
    } catch (error) {
      if (!isUsherError(error, "K2017")) throw error;
      write(null);
      tell();
      return null;
    }
  }

  function refreshInTurn(refused: string | null): Promise<string | null> {
    underWay ??= inTurn(storageKey, () => refresh(refused)).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  function hearOtherTabs(event: StorageEvent): void {
    const isOurs = event.key === storageKey || event.key === null;
    if (isOurs && (event.oldValue === null) !== (event.newValue === null)) tell();
  }

  return {
    async signIn({ email, password }) {
      const grant = { grant_type: "password", username: email, password, ...client };
      keep(await requestToken(baseUrl, settings, grant));
      tell();
    },
    async signOut() {
      const kept = read();
      write(null);
      tell();
      if (!kept) return;
      const request = new Request(`${baseUrl}/v1/auth/revoke`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: kept.refresh, ...client }),
      });
      await send(settings, request, { token: false });
    },
    isSignedIn: () => read() !== null,
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener?.("storage", hearOtherTabs);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.removeEventListener?.("storage", hearOtherTabs);
      };
    },
    async get() {
      const kept = read();
      return kept && Date.now() < kept.renewAt ? kept.access : await refreshInTurn(null);
    },
    renew: (refused) => refreshInTurn(refused),
  };
}

async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request(name, work) : await work();
}

function inMemory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
