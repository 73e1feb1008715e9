import type { FileEntry } from '@metarun/client';
import { lateRefusal } from '../../../toolkit/upload-file.js';
import { countText } from '../../../toolkit/units.js';

export type Outcome =
  'uploaded' | 'converted' | 'converting' | 'unchanged' | 'refused' | 'deleted' | 'skipped';

/** Outcome of a file, or with `--dry-run` the expected one. */
export interface Result {
  /** Path relative to the folder. */
  path: string;
  outcome: Outcome;
  /** Path on the server; null if the file is not there. */
  remote: string | null;
  /** Warnings of the conversion. */
  warnings: string[];
  /** Reason why the file was rejected or skipped. */
  reason: string | null;
  /** True if the user has to fix something in the folder or on the server. */
  failed: boolean;
}

/** Outcomes in the order of counting and listing. */
export const OUTCOMES: readonly Outcome[] = [
  'refused',
  'skipped',
  'deleted',
  'converted',
  'converting',
  'uploaded',
  'unchanged',
];

export function result(path: string, outcome: Outcome, more: Partial<Result> = {}): Result {
  const failed = outcome === 'refused';
  return { path, outcome, remote: null, warnings: [], reason: null, failed, ...more };
}

/** Returns the outcome of a file that is up to date on the server. `sent` means that this sync uploaded it. */
export function buildResult(
  path: string,
  entry: Pick<FileEntry, 'path' | 'conversion'>,
  sent: boolean,
): Result {
  const { conversion } = entry;
  const there = { remote: entry.path, warnings: conversion?.warnings ?? [] };
  const refusal = lateRefusal(entry);
  if (refusal !== null) return result(path, 'refused', { ...there, reason: refusal.reason });
  if (conversion?.status === 'converting') return result(path, 'converting', there);
  if (!sent) return result(path, 'unchanged', there);
  return result(path, conversion === null ? 'uploaded' : 'converted', there);
}

export function countOutcomes(results: readonly Result[]): Record<Outcome, number> {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts as Record<Outcome, number>;
}

/** Matches documents that a knowledge base would have converted. */
const DOCUMENT = /\.(?:docx?|epub|msg|od[pst]|pdf|pptx?|rtf|xls[bmx]?)$/i;

/**
 * Returns a note on documents that were not converted because the workspace is not a knowledge base; null if there are
 * none.
 */
export function plainHint(results: readonly Result[]): string | null {
  const kept = results.filter(({ path, outcome }) => outcome === 'uploaded' && DOCUMENT.test(path));
  if (kept.length === 0) return null;
  const count = countText(kept.length, 'document');
  const were = kept.length === 1 ? 'was kept as it is' : 'were kept as they are';
  return `${count} ${were} and cannot be searched: only a workspace of the kind knowledge_base converts documents.`;
}

/** Returns a summary such as `28 converted, 1 refused`. */
export function summary(results: readonly Result[]): string {
  const counts = countOutcomes(results);
  const named = OUTCOMES.toReversed().filter((outcome) => counts[outcome] > 0);
  const words = named.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  return `${countText(results.length, 'file')}${words === '' ? '' : `: ${words}`}`;
}
