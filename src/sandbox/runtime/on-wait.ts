/** Receives what is waited for, as words that follow "waiting for". */
export type OnWait = (what: string, work: Promise<unknown>) => void;
