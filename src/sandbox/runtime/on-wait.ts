/** Receives the thing being waited for, worded to follow "waiting for". */
export type OnWait = (what: string, work: Promise<unknown>) => void;
