import { expect as ofPlaywright } from "@playwright/test";

/** A limit for what hangs, far above what a busy machine takes. */
export const WITHIN_MS = 120_000;

export const expect = ofPlaywright.configure({ timeout: WITHIN_MS });
