import { LRUCache } from 'lru-cache';
import type { HostFrame } from '../../src/sandbox/runtime/protocol.js';

/** Limit on kept scripts, in characters: the largest one fits. */
const MAX_CHARACTERS = 12 * 1024 * 1024;

/** The large scripts of the last runs, so that the host need not send them again. */
export class KeptScripts {
  private readonly scripts = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (script) => script.length || 1,
  });

  get hashes(): string[] {
    return [...this.scripts.keys()];
  }

  /** Returns the script of a run. */
  scriptOf({ script, script_hash: hash }: Extract<HostFrame, { type: 'run' }>): string {
    if (script === null) return this.scripts.get(hash ?? '') ?? '';
    if (hash !== undefined) this.scripts.set(hash, script);
    return script;
  }
}
