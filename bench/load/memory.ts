// Loaded before Usher in each process under load: says, when it is asked, what lives on the heap after a collection, and what
// the process holds besides.

process.on("message", (question) => {
  if (question !== "memory") return;
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The open channel must not keep the process running.
process.channel?.unref();
