import { type Losses, quoted } from '../input/losses.js';

/** Returns the distinct texts that masters show on all slides if the slides have no text; otherwise reports them. */
export function keptOfMasters(shown: readonly string[], isBare: boolean, losses: Losses): string[] {
  const different = new Set(shown);
  for (const each of isBare ? [] : different)
    losses.add('Text of slide masters was left out', () => quoted(each));
  for (const each of shown) if (!isBare || !different.delete(each)) losses.words.know(each);
  return isBare ? [...new Set(shown)] : [];
}
