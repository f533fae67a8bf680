import { AsyncLocalStorage } from "node:async_hooks";
import type { PrismaClient } from "./client/client.ts";

/** Handles a network call within a transaction: throws the error, or logs it. */
export type ReportCall = (error: Error) => void;

/** What a call within a transaction comes to where it should be noticed at once. */
export const refuseCall: ReportCall = (error) => {
  throw error;
};

interface Transaction {
  isOpen: boolean;
  report: ReportCall;
}

/** The transaction that the running code is part of. */
const TRANSACTION = new AsyncLocalStorage<Transaction>();

type Work = (tx: unknown) => Promise<unknown>;

/**
 * The same client, whose transactions are known to beforeNetworkCall while they are open: a transaction holds a connection and locks,
 * and what waits for the network in it makes all others wait.
 */
export function watchTransactions(prisma: PrismaClient, report: ReportCall): PrismaClient {
  const transaction = (work: Work | unknown[], options?: object) =>
    Reflect.apply(prisma.$transaction, prisma, [
      // A list of statements runs no code of ours in between.
      Array.isArray(work) ? work : (tx: unknown) => runMarked(() => work(tx), report),
      options,
    ]);
  return new Proxy(prisma, {
    get(target, name) {
      if (name === "$transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function runMarked(work: () => Promise<unknown>, report: ReportCall): Promise<unknown> {
  const own = { isOpen: true, report };
  try {
    return await TRANSACTION.run(own, work);
  } finally {
    // Work that was started without waiting for it goes on after the transaction, with this mark.
    own.isOpen = false;
  }
}

/**
 * Called by whatever waits for the network: the card provider, webhooks, mail, other HTTP, the job queue. Reports a call within an
 * open transaction, which throws in development and tests and writes to the log in production.
 */
export function beforeNetworkCall(what: string): void {
  const transaction = TRANSACTION.getStore();
  if (!transaction?.isOpen) return;
  transaction.report(
    new Error(`${what} was called within a database transaction. Call it before or after the transaction.`),
  );
}
