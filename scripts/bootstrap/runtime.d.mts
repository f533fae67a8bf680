/** The variable PATH by which a program that starts `node` by name, as Next does for style sheets, finds this one. */
export function pathWith(node: string): string;
