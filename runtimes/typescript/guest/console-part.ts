import type { ConsolePart } from '../platform/console.js';
import { host } from './web/host.js';

/** Taken before a script can replace it. */
const { eval: evaluate } = globalThis as { eval(text: string): unknown };

let made: ConsolePart | undefined;

/** Returns what shows values as Node does. Its text comes from the supervisor when it is first asked for: in the snapshot it would cost each run. */
export function consolePart(): ConsolePart {
  return (made ??= (evaluate(host.ask('source', 'console')) as () => ConsolePart)());
}
