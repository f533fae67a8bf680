import type { z } from "zod";

/** An issue, or of a choice between several schemas the issues with the one that the input comes closest to. */
export function innermostIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branches: z.core.$ZodIssue[][] = issue.errors;
  const [closest] = branches.toSorted((a, b) => a.length - b.length);
  if (!closest || closest.length === 0) return [issue];
  return closest
    .flatMap(innermostIssues)
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}
