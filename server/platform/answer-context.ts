/** What a kept answer is sealed with (platform/crypto.ts): whose key it was. */
export function answerContext(of: { tenantId: string; applicationId: string; key: string }): string {
  return `idempotency:${of.tenantId}:${of.applicationId}:${of.key}`;
}
