import { type ClosedDefinition, operation } from "./operation.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type Options = Partial<Omit<ClosedDefinition, "method" | "path" | "summary" | "description">>;

/** Reading the catalog: any token of the tenant. */
export function reading(path: `/v1/${string}`, summary: string, description: string, options: Options = {}) {
  return operation({
    method: "GET",
    path,
    summary,
    description,
    tag: "Catalog",
    security: "app+jwt",
    ...options,
  });
}

/** Changing the catalog: an admin token. */
export function writing(
  method: Method,
  path: `/v1/${string}`,
  summary: string,
  description: string,
  options: Options = {},
) {
  return operation({
    method,
    path,
    summary,
    description,
    tag: "Catalog",
    security: "app+jwt",
    scope: "billing:admin",
    ...options,
  });
}
