import type { Page } from "playwright-core";

/** One round of use of the lab; the number chooses the example. */
export function roundOfUse(page: Page, number: number): Promise<void>;
