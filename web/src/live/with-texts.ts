import type { WrittenText } from './line-stream.js';

/** Text that a step has written so far. */
export interface StepText {
  stepId: string;
  text: string;
  reasoning: string;
}

/** Adds pieces to the texts of steps. Text that scripts write is ignored. */
export function withTexts(
  known: readonly StepText[],
  pieces: readonly WrittenText[],
): readonly StepText[] {
  const texts = new Map(known.map((each) => [each.stepId, each]));
  for (const { stepId, kind, text, reset } of pieces) {
    if (stepId === null) continue;
    const before = reset ? undefined : texts.get(stepId);
    const of = before ?? { stepId, text: '', reasoning: '' };
    const part = kind === 'reasoning' ? 'reasoning' : 'text';
    texts.set(stepId, { ...of, [part]: of[part] + text });
  }
  return [...texts.values()];
}
