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
   * Where the tokens are kept, such as localStorage; in memory alone when left out. Every script of the page can read
   * localStorage: weigh that against signing in again with each visit.
   */
  storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Its name there. */
  storageKey?: string;
}

/** One of your product's users, signed in: give it to createUsher as `tokens`. */
export interface UserSession extends TokenSource {
  /** With e-mail address and password. password_grant_failed they are wrong, too_many_requests too many failures. */
  signIn(credentials: { email: string; password: string }): Promise<void>;
  /** Ends the session on the server and forgets its tokens. */
  signOut(): Promise<void>;
  isSignedIn(): boolean;
  /** Called whenever a user has signed in or out, here or in another tab. Answers how to stop that. */
  subscribe(listener: () => void): () => void;
}

type TokenStorage = NonNullable<UserSessionOptions["storage"]>;

/** A session as it is stored. */
interface Tokens {
  access: string;
  refresh: string;
  renewAt: number;
}

/** The tokens in the storage, and the listeners for signing in and out. */
class StoredTokens {
  readonly #storage: TokenStorage;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();

  constructor(storage: TokenStorage, key: string) {
    this.#storage = storage;
    this.#key = key;
  }

  read(): Tokens | null {
    const text = this.#storage.getItem(this.#key);
    // Only write() writes it.
    return text === null ? null : (JSON.parse(text) as Tokens);
  }

  /** Stores what the server answered; returns the access token. */
  write(answer: TokenAnswer): string {
    const { access_token: access, refresh_token: refresh = "" } = answer;
    const tokens: Tokens = { access, refresh, renewAt: renewalOf(answer, Date.now()) };
    this.#storage.setItem(this.#key, JSON.stringify(tokens));
    return access;
  }

  remove(): void {
    this.#storage.removeItem(this.#key);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) globalThis.addEventListener?.("storage", this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) globalThis.removeEventListener?.("storage", this.#onStorage);
    };
  }

  /** The browser calls it when another tab has changed the storage. */
  readonly #onStorage = (event: StorageEvent): void => {
    const isOurs = event.key === this.#key || event.key === null;
    if (isOurs && (event.oldValue === null) !== (event.newValue === null)) this.notify();
  };
}

/**
 * Signs users in and keeps them signed in. A refresh token works once, and one that comes back ends the session: the tabs of a
 * browser refresh one at a time, under a lock of the Web Locks API, and first look for tokens that another tab has got.
 */
export function createUserSession(options: UserSessionOptions): UserSession {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const { storageKey = `usher-session:${options.appId}`, storage = inMemory() } = options;
  const tokens = new StoredTokens(storage, storageKey);
  const settings = settingsOf(options);
  const client = {
    ...(options.clientId !== undefined && { client_id: options.clientId }),
    ...(options.clientSecret !== undefined && { client_secret: options.clientSecret }),
  };
  let underWay: Promise<string | null> | null = null;

  /** Gets the next tokens, unless another tab just has. */
  async function refresh(refused: string | null): Promise<string | null> {
    const known = tokens.read();
    if (!known) return null;
    if (known.access !== refused && Date.now() < known.renewAt) return known.access;
    try {
      const grant = { grant_type: "refresh_token", refresh_token: known.refresh, ...client };
      return tokens.write(await requestToken(baseUrl, settings, grant));
    } catch (error) {
      if (!isUsherError(error, "refresh_token_invalid")) throw error;
      tokens.remove();
      tokens.notify();
      return null;
    }
  }

  function refreshOnce(refused: string | null): Promise<string | null> {
    underWay ??= withLock(storageKey, () => refresh(refused)).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    async signIn({ email, password }) {
      const grant = { grant_type: "password", username: email, password, ...client };
      tokens.write(await requestToken(baseUrl, settings, grant));
      tokens.notify();
    },
    async signOut() {
      const known = tokens.read();
      tokens.remove();
      tokens.notify();
      if (known) await revoke(baseUrl, settings, { token: known.refresh, ...client });
    },
    isSignedIn: () => tokens.read() !== null,
    subscribe: (listener) => tokens.subscribe(listener),
    async get() {
      const known = tokens.read();
      return known && Date.now() < known.renewAt ? known.access : await refreshOnce(null);
    },
    renew: (refused) => refreshOnce(refused),
  };
}

function settingsOf(options: UserSessionOptions): SendSettings {
  return {
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    headers: { "x-app-id": options.appId, ...options.headers },
    tokens: null,
  };
}

/** Ends the session on the server. */
async function revoke(baseUrl: string, settings: SendSettings, fields: { token: string }): Promise<void> {
  const request = new Request(`${baseUrl}/v1/auth/revoke`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  await send(settings, request, { token: false });
}

/** Runs work while no other tab holds the lock of this name; without a lock where the API is missing. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request(name, work) : await work();
}

function inMemory(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
