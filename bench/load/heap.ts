// Loaded before Usher in each process under load: says, when it is asked, what lives on the heap after a collection.

process.on("message", (question) => {
  if (question !== "heap") return;
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heapUsed, external, rss });
});
// Asking alone must not keep a process alive.
process.channel?.unref();
