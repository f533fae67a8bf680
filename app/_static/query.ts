/** One field of a query; undefined when it is missing, empty or repeated. */
export function single(query: [name: string, value: string][], name: string): string | undefined {
  const values = query.filter(([one]) => one === name).map(([, value]) => value);
  return values.length === 1 && values[0] !== "" ? values[0] : undefined;
}
