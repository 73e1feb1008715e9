import type { WrittenText } from './line-stream.js';

/** The text that a step has written so far. */
export interface StepText {
  stepId: string;
  text: string;
  reasoning: string;
}

/** Returns the texts of steps with further pieces of them; those of scripts are left out. */
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
