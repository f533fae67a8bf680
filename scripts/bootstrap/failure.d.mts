export function failureLine(error: unknown, dataDir?: string): string;
