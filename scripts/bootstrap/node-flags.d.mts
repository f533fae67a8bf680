export const NODE_FLAGS: string[];
export const NODE_ENVIRONMENT: { MALLOC_ARENA_MAX: string; MIMALLOC_PURGE_DELAY: string };
