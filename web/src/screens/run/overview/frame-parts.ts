import type { ErrorFrame } from '../../../api/types.js';

/** A part of a stack as it is shown. */
export type FramePart =
  | { kind: 'innermost' | 'own'; frame: ErrorFrame }
  | { kind: 'packages'; frames: readonly ErrorFrame[] }
  | { kind: 'cause' };

/**
 * Returns the frames of an error, innermost first, as they are shown: those of packages in one part where they follow each other, and the
 * innermost one of the author apart, since that is where one looks first.
 */
export function framePartsOf(frames: readonly ErrorFrame[]): FramePart[] {
  const parts: FramePart[] = [];
  const innermost = frames.find(({ own }) => own);
  let cause = 0;
  let packages: ErrorFrame[] | null = null;
  for (const frame of frames) {
    if (frame.cause !== cause) {
      parts.push({ kind: 'cause' });
      cause = frame.cause;
      packages = null;
    }
    if (frame.own) {
      parts.push({ kind: frame === innermost ? 'innermost' : 'own', frame });
      packages = null;
    } else if (packages === null) {
      packages = [frame];
      parts.push({ kind: 'packages', frames: packages });
    } else packages.push(frame);
  }
  return parts;
}
