/** States of a call. `sent` until it ends; `lost` if its end was not observed. */
export const CALL_STATES = ['sent', 'ok', 'failed', 'lost'] as const;
export type CallState = (typeof CALL_STATES)[number];
