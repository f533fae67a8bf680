// A process of Usher as `npm start` runs it, pages and jobs included; says where it listens once it is ready, and when asked
// what it holds after a collection.

process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The measuring process has ended, perhaps before this one was ready.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
await import("../../server/main.ts");
process.send?.({ url: `http://127.0.0.1:${process.env.PORT}` });
