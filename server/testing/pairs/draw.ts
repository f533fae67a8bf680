/** Triples of acts, drawn by a seed: the same seed draws the same ones. */
export function drawTriples(names: string[], seed: number, count: number): string[][] {
  const next = generator(seed);
  const one = () => names[Math.floor(next() * names.length)] ?? "";
  return Array.from({ length: count }, () => [one(), one(), one()]);
}

/** So many of a list, drawn by a seed; all of them where the list has no more. */
export function drawOf<One>(list: One[], seed: number, count: number): One[] {
  const next = generator(seed);
  const drawn = list.map((one) => ({ one, rank: next() })).toSorted((a, b) => a.rank - b.rank);
  return drawn.slice(0, count).map(({ one }) => one);
}

/** Numbers from 0 to below 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
