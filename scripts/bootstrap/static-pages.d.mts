export function staticPages(root: string): { isCurrent(): boolean; build(): Promise<void> };
