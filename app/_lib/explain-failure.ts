/** Why a request failed, in words for people. They are loaded when they are needed; where that fails, the server is out of reach. */
export async function explainFailure(error: Error): Promise<string> {
  return import("./reason.ts").then(
    ({ reasonOf }) => reasonOf(error),
    () => "The server could not be reached.",
  );
}
