import type { Story } from "./a-story.ts";

const CALLERS = 4;

/**
 * Plays `work` while four callers use a feature one unit at a time, and then uses what is left of the limit. Returns the units
 * that were granted to all of them.
 */
export async function unitsGrantedDuring(
  story: Story,
  feature: string,
  work: () => Promise<void>,
): Promise<number> {
  let [granted, isOver] = [0, false];
  const countOne = async () => {
    const { status } = await story.use(feature, 1, { mode: "strict" });
    if (status === 201) granted++;
    return status === 201;
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) await countOne();
  });
  try {
    await work();
    while (await countOne());
  } finally {
    isOver = true;
  }
  await Promise.all(callers);
  return granted;
}
