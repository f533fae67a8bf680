/**
 * How Usher's own Node is started; the image repeats it in the CMD of its Dockerfile.
 *
 * V8 sizes its heap by the machine's memory: with 80 MB of objects alive, a process took 530 MB on a machine of 24 GB before anything
 * old was collected. So the young generation is 16 MB a half instead of 64 (https://nodejs.org/api/cli.html#--max-semi-space-sizen-in-mib),
 * and the old one is collected first at 100 MB, and then whenever it has grown by 30 % (`node --v8-options`).
 */
export const NODE_FLAGS = [
  // Prisma reads relations side by side on a transaction's one connection, which pg 8 warns of and carries out in turn.
  // It is the one deprecation there is, and nothing an operator could mend.
  "--disable-warning=DeprecationWarning",
  "--max-semi-space-size=16",
  "--initial-old-space-size=100",
  "--heap-growing-percent=30",
];

/**
 * What its allocators read, which keep memory that was freed: the C library's has as many pools as threads ask for unless it is told
 * otherwise (https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html), and that of the native packages waits
 * before it gives pages back (https://microsoft.github.io/mimalloc/environment.html). Pictures that are decoded on threads of their own
 * added 65 MB to a server at their peak, and with these 26.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: "2", MIMALLOC_PURGE_DELAY: "0" };
