export const MEMORY_KINDS = ['fact', 'preference', 'procedure', 'pitfall'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Only those that are `active` are ever given to a task. */
export const MEMORY_STATUSES = ['active', 'pending', 'superseded', 'revoked'] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** `low`: what it says may come from the network, or from an uploaded file. */
export const MEMORY_TRUSTS = ['high', 'low'] as const;
export type MemoryTrust = (typeof MEMORY_TRUSTS)[number];

export const MEMORY_ORIGINS = ['extraction', 'script', 'person', 'agent'] as const;
export type MemoryOrigin = (typeof MEMORY_ORIGINS)[number];

/** The memories of which a person decides whether tasks are given them; those of people are none of these. */
export const MEMORY_REVIEWS = ['none', 'low_trust', 'all'] as const;
export type MemoryReview = (typeof MEMORY_REVIEWS)[number];

/** The states of a job that distils memories from a task. `pending`: being done, due, or waiting for its next attempt. */
export const MEMORY_JOB_STATES = ['pending', 'done', 'failed'] as const;
export type MemoryJobState = (typeof MEMORY_JOB_STATES)[number];
