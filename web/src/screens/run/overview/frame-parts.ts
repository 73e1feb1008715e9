import type { ErrorFrame } from '../../../api/types.js';

/** Part of a stack, as displayed. */
export type FramePart =
  | { kind: 'innermost' | 'own'; frame: ErrorFrame }
  | { kind: 'packages'; frames: readonly ErrorFrame[] }
  | { kind: 'cause' };

/**
 * Returns the displayed parts of a stack, innermost frame first. Consecutive frames of packages form one part; the
 * author's innermost frame has a kind of its own, because it is shown with its source.
 */
export function buildFrameParts(frames: readonly ErrorFrame[]): FramePart[] {
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
