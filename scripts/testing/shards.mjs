/**
 * The units of one of several shards of about equal time: "3/8" is the third of eight. The longest unit goes first, each to the shard
 * with the least so far, so that the same units and seconds always make the same shards. A unit without a measure counts
 * as the median of those of its part that have one, or of all. Throws an Error when there is no such shard.
 */
export function shardOf(shard, units, seconds) {
  const [, number, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(shard)?.map(Number) ?? [];
  if (number === undefined || number > count)
    throw new Error(`--shard=${shard}: give the number of a shard and how many there are, such as 3/8.`);
  const measured = (wanted) => wanted.flatMap((unit) => seconds[keyOf(unit)] ?? []);
  const all = medianOf(measured(units)) ?? 1;
  const parts = new Set(units.map(({ part }) => part));
  const defaults = Object.fromEntries(
    [...parts].map((part) => [part, medianOf(measured(units.filter((unit) => unit.part === part))) ?? all]),
  );
  const weighed = units
    .map((unit) => ({ unit, weight: seconds[keyOf(unit)] ?? defaults[unit.part] }))
    .sort((one, other) => other.weight - one.weight || compare(keyOf(one.unit), keyOf(other.unit)));
  const shards = Array.from({ length: count }, () => ({ total: 0, units: [] }));
  for (const { unit, weight } of weighed) {
    const emptiest = shards.reduce((least, one) => (one.total < least.total ? one : least));
    emptiest.total += weight;
    emptiest.units.push(unit);
  }
  return shards[number - 1].units;
}

function medianOf(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A file may belong to two parts: a browser test, with a long and an ordinary test. */
export function keyOf({ part, file }) {
  return `${part} ${file}`;
}

function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
