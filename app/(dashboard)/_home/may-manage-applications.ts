import type { MemberTenant } from "../../../server/http/pages-contract.ts";

/** Whether the role may see applications; asking all the same would only be refused by the server. */
export function mayManageApplications(role: MemberTenant["role"]): boolean {
  return role === "ADMIN" || role === "OWNER";
}
