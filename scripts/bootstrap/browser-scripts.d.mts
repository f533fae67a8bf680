export function browserScripts(root: string): { isCurrent(): boolean; build(): Promise<void> };
