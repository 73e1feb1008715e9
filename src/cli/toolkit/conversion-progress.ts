import type { FileEntry } from '@metarun/client';
import { plainLine } from './plain-text.js';

type Progress = NonNullable<NonNullable<FileEntry['conversion']>['progress']>;

const UNITS: Readonly<Record<NonNullable<Progress['unit']>, string>> = {
  pages: 'page',
  rows: 'row',
  parts: 'part',
};

/** Returns the progress of a conversion, such as `page 12 of 180, about 20 s left` or `3rd in the queue`. */
export function progressText({ place, done, total, unit, seconds_left: left }: Progress): string {
  const time = left === null ? '' : `, about ${timeText(left)} left`;
  if (place !== null) return `${ordinal(place)} in the queue${time}`;
  if (done === null || unit === null) return `is being converted${time}`;
  const of = total === null ? '' : ` of ${total}`;
  return `${plainLine(UNITS[unit])} ${done}${of}${time}`;
}

/** Returns the converted share of a document, from 0 to 1, or null if it is unknown. */
export function computeShare({ done, total }: Progress): number | null {
  return done === null || total === null || total === 0 ? null : Math.min(1, done / total);
}

function ordinal(place: number): string {
  const last = place % 10;
  const isTeen = Math.floor(place / 10) % 10 === 1;
  const end = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${place}${end}`;
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, seconds)} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
