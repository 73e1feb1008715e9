/** `sent` until it ends; `lost` where its end was not seen. */
export const CALL_STATES = ['sent', 'ok', 'failed', 'lost'] as const;
export type CallState = (typeof CALL_STATES)[number];
