export function readTerminal(sent: string, columns: number): string[];
