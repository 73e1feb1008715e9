export const MEMORY_KINDS = ['fact', 'preference', 'procedure', 'pitfall'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Only `active` memories are given to tasks. */
export const MEMORY_STATUSES = ['active', 'pending', 'superseded', 'revoked'] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** `low`: the content may come from the network or an uploaded file. */
export const MEMORY_TRUSTS = ['high', 'low'] as const;
export type MemoryTrust = (typeof MEMORY_TRUSTS)[number];

export const MEMORY_ORIGINS = ['extraction', 'script', 'person', 'agent'] as const;
export type MemoryOrigin = (typeof MEMORY_ORIGINS)[number];

/** Memories that a person must review before tasks are given them; those written by people need no review. */
export const MEMORY_REVIEWS = ['none', 'low_trust', 'all'] as const;
export type MemoryReview = (typeof MEMORY_REVIEWS)[number];

/** States of a job that distils memories from a task. `pending`: running, due, or waiting for its next attempt. */
export const MEMORY_JOB_STATES = ['pending', 'done', 'failed'] as const;
export type MemoryJobState = (typeof MEMORY_JOB_STATES)[number];
