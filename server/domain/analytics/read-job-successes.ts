import type { Services } from "../../platform/scope.ts";

/** When a job last succeeded, whichever worker did it. */
interface JobSuccess {
  name: string;
  at: Date;
}

/** The last success of each job that is due at times and has had one; the queue keeps them for a week. */
export async function readJobSuccesses({ pool }: Services): Promise<JobSuccess[]> {
  const text = `select name, max(completed_on) as at from jobs.job
    where state = 'completed' and completed_on is not null and name in (select name from jobs.schedule) group by name`;
  return (await pool.query<JobSuccess>({ text })).rows;
}
