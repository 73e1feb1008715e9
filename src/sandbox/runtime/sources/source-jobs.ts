import { type ErrorFrame, withSources } from '../../../base/languages/error-frames.js';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import { mapLines, mapStack, placeMapper } from '../typescript/stack.js';
import { type ScriptSources, scriptSources } from './script-sources.js';

/** A location in compiled code. Line and column count from 1. */
export interface CompiledPlace {
  line: number;
  column: number;
}

/** A line of the author's files, counted from 1. */
export interface AuthorPlace {
  file: string;
  line: number;
}

/** The requests about a script or its source map, with their answers. */
interface SourceJobs {
  sources: [job: { script: string; language: ScriptLanguage }, answer: ScriptSources];
  frames: [
    job: { script: string; language: ScriptLanguage; frames: readonly ErrorFrame[][] },
    answer: ErrorFrame[][],
  ];
  stack: [job: { map: string; stack: string }, answer: string | null];
  lines: [job: { map: string; lines: readonly string[] }, answer: string[]];
  places: [
    job: { map: string; places: readonly (CompiledPlace | null)[] },
    answer: (AuthorPlace | null)[],
  ];
}
export type SourceJobKind = keyof SourceJobs;
export type JobOf<K extends SourceJobKind> = SourceJobs[K][0];
export type AnswerOf<K extends SourceJobKind> = SourceJobs[K][1];

/** A job with its kind, as sent to the thread. */
export type SourceJob = { [K in SourceJobKind]: { kind: K; job: JobOf<K> } }[SourceJobKind];

const WORK: { [K in SourceJobKind]: (job: JobOf<K>) => AnswerOf<K> } = {
  sources: ({ script, language }) => scriptSources(script, language),
  frames: ({ script, language, frames }) => {
    const { files, areWritten } = scriptSources(script, language);
    const sources = areWritten ? files : new Map<string, string>();
    return frames.map((some) => withSources(some, language, sources));
  },
  stack: ({ map, stack }) => mapStack(stack, map),
  lines: ({ map, lines }) => mapLines(lines, map),
  places: ({ map, places }) => {
    const placeOf = placeMapper(map);
    return places.map((place) => (place === null ? null : placeOf(place.line, place.column)));
  },
};

export function doSourceJob<K extends SourceJobKind>(kind: K, job: JobOf<K>): AnswerOf<K> {
  return WORK[kind](job);
}
