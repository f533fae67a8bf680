/** The clocks of the provider's test mode. See CardProvider for errors and units. */
export interface TestClockPort {
  /** Creates a test clock, for new customers. */
  createTestClock(input: { name: string; now: Date; idempotencyKey: string }): Promise<{ id: string }>;
  /** Advances a test clock; the provider works on it until readTestClock reports isReady. Idempotent. */
  advanceTestClock(input: { id: string; to: Date }): Promise<void>;
  /** The time of a test clock, and whether the provider has finished advancing it. */
  readTestClock(id: string): Promise<{ now: Date; isReady: boolean } | null>;
  /** Deletes a test clock with everything created on it. Idempotent. */
  deleteTestClock(id: string): Promise<void>;
}
