/** The props that Next passes to a tenant's public page: the slug and the query. */
export interface PageProps {
  params: Promise<{ tenant: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** One field of the query; undefined when it is missing or repeated. */
export async function queryField({ searchParams }: Pick<PageProps, "searchParams">, name: string) {
  const value = (await searchParams)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
