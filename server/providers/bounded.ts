import { ApiError } from "../errors/api-error.ts";
import type { CardProvider } from "./port.ts";

const COME_BACK = 5;

/** The same provider, kept within the calls that its process may have under way. */
export type Bounds = (provider: CardProvider) => CardProvider;

/**
 * Keeps the calls of a process that wait for the card provider within a number: while it is slow, those who need it pile up, and
 * would take the places of all who do not. K7005 past it, at once.
 */
export function createBounds(most: number): Bounds {
  let underWay = 0;
  const within = async (call: () => unknown) => {
    if (underWay >= most) throw new ApiError("K7005", { retryAfter: COME_BACK, cause: full(most) });
    underWay++;
    try {
      return await call();
    } finally {
      underWay--;
    }
  };
  return (provider) =>
    new Proxy(provider, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== "function" || typeof name !== "string" || isImmediate(name)) return member;
        return (...given: unknown[]) => within(() => Reflect.apply(member, target, given));
      },
    });
}

function full(most: number): Error {
  return new Error(`${most} calls of this process are waiting for the card provider already.`);
}

/** What answers at once, or page by page as it is read. */
const IMMEDIATE = new Set<string>([
  "readCallback",
  "listSubscriptions",
  "listInvoicesSince",
] satisfies (keyof CardProvider)[]);

/** Whether this of the port's functions returns something else than a promise. */
export function isImmediate(name: string): boolean {
  return IMMEDIATE.has(name);
}
