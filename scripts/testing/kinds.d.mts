/** The folders of code that hold tests. */
export const CODE: string[];
export function filesUnder(folders: string[], ending: string): string[];
/** The test files that are marked for CI, with their paths from the root. */
export function ciFiles(): string[];
