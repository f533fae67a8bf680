/** The colour of each method. */
export const METHODS: Record<string, "positive" | "notice" | "caution" | "negative"> = {
  GET: "notice",
  POST: "positive",
  PUT: "caution",
  PATCH: "caution",
  DELETE: "negative",
};
