import { screen } from "../scripts/bootstrap/screen.mjs";

/** Gives up what is under way in a start. */
export const stopping = new AbortController();

type Step = ReturnType<typeof screen.begin>;

/** Shows a step of the start to the person who watches it. */
export async function during<T>(name: string, work: (step: Step) => Promise<T>): Promise<T> {
  const step = screen.begin(name);
  try {
    const result = await work(step);
    step.end();
    return result;
  } catch (error) {
    if (stopping.signal.aborted) step.stop();
    else step.fail();
    throw error;
  }
}
