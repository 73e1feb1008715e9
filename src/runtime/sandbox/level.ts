/**
 * How strongly guests are contained, on the ladder 1 (child process with limits and a kill that always works:
 * stops faults and runaways, not malice) to 3 (operating-system sandbox: mutually distrusting projects).
 */
export const SANDBOX = {
  level: 1,
  contains:
    'faults and runaway scripts; scripts of people you do not trust need a stronger sandbox',
} as const;
