import { UsherConnectionError } from "./errors.ts";

/** Waits for work so long, then throws UsherConnectionError; the work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = () => new UsherConnectionError("Usher did not answer in time.", { isTimeout: true });
    timer = setTimeout(() => reject(error()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
