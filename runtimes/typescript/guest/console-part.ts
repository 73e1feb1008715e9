import type { ConsolePart } from '../platform/console.js';
import { host } from './web/host.js';

/** Captured before a script can replace it. */
const { eval: evaluate } = globalThis as { eval(text: string): unknown };

let made: ConsolePart | undefined;

/**
 * Returns the part that formats values like Node. Its source comes from the supervisor on first use: in the snapshot,
 * every run would pay for it.
 */
export function consolePart(): ConsolePart {
  return (made ??= (evaluate(host.ask('source', 'console')) as () => ConsolePart)());
}
