/** Tells the measuring process where this server listens, and ends when it is told to or when that process has ended. */
export function ready(url: string): void {
  process.send?.({ url });
  for (const event of ["SIGTERM", "disconnect"]) process.on(event, () => process.exit(0));
}
