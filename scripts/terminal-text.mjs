/**
 * The lines that stand on a terminal after it was sent this text, as far as a start uses one: line breaks, the carriage return, and the
 * sequence that clears the rest of a line. Longer lines go on in the next, as on a terminal.
 */
export function readTerminal(sent, columns) {
  const lines = [""];
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals are sent.
  for (const [part] of sent.matchAll(/\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]/gu)) {
    const at = lines.length - 1;
    if (part === "\n") {
      lines.push("");
      column = 0;
    } else if (part === "\r") column = 0;
    else if (part === "\x1b[K") lines[at] = lines[at].slice(0, column);
    else if (part.length === 1 || !part.startsWith("\x1b")) {
      if (column === columns) {
        lines.push("");
        column = 0;
      }
      const line = lines.at(-1).padEnd(column);
      lines[lines.length - 1] = line.slice(0, column) + part + line.slice(column + 1);
      column++;
    }
  }
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines.map((line) => line.trimEnd());
}
