import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./client-address.ts";

/** Closes a connection of an address that holds so many already. */
export function boundConnections(server: Server, mostOfOneAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? "");
    const count = open.get(address) ?? 0;
    if (count >= mostOfOneAddress) return void socket.destroy();
    open.set(address, count + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/**
 * Closes connections whose client takes no byte of an answer for `answer` milliseconds. The socket's own timeout is used, because
 * Node counts a write that goes on as activity; it is set only while bytes wait, so that slow work on an answer ends nothing.
 */
export function endStalledAnswers(
  server: Server,
  { answer, lookEvery }: { answer: number; lookEvery: number },
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
  }, lookEvery);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles the requests of one connection one after the other: work on a request begins when the client has taken the answers
 * before it. RFC 9112 §9.3.2 lets a client send requests without waiting, and asks for the answers in that order.
 */
export function inTurn(handle: Handle): Handle {
  const last = new WeakMap<Socket, Promise<void>>();
  return async function handleInTurn(request, response) {
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
