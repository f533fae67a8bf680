import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./client-address.ts";

/** Closes a new connection of an address that has that many open. */
export function limitConnectionsPerAddress(server: Server, maxPerAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? "");
    const count = open.get(address) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    open.set(address, count + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/**
 * Closes connections whose client reads no byte of an answer for `answer` milliseconds. Uses the socket's own timeout, because
 * Node counts progress of a write as activity. Sets it only while bytes wait, so that slow operations do not end connections.
 */
export function closeStalledConnections(
  server: Server,
  { answer, checkEvery }: { answer: number; checkEvery: number },
): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of open) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting && socket.timeout !== answer) socket.setTimeout(answer);
      else if (!isWaiting && socket.timeout === answer) socket.setTimeout(0);
    }
  }, checkEvery);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles pipelined requests of one connection one after the other: a request starts when the client has received the answers
 * before it. RFC 9112 §9.3.2 lets a client send requests without waiting, and wants the answers in that order.
 */
export function serializePerConnection(handle: Handle): Handle {
  const last = new WeakMap<Socket, Promise<void>>();
  return async function handleNext(request, response) {
    const { socket } = request;
    const before = last.get(socket);
    last.set(socket, new Promise((resolve) => response.once("close", () => resolve())));
    if (before) {
      await before;
      if (socket.destroyed) return;
    }
    await handle(request, response);
  };
}
