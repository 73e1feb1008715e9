import { LRUCache } from 'lru-cache';
import type { HostFrame } from '../../src/sandbox/runtime/protocol.js';

/** Maximum size of all kept scripts, in characters; the largest script fits. */
const MAX_CHARACTERS = 12 * 1024 * 1024;

/** The large scripts of the last runs, which the host need not send again. */
export class KeptScripts {
  private readonly scripts = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (script) => script.length || 1,
  });

  get hashes(): string[] {
    return [...this.scripts.keys()];
  }

  resolveScript({ script, script_hash: hash }: Extract<HostFrame, { type: 'run' }>): string {
    if (script === null) return this.scripts.get(hash ?? '') ?? '';
    if (hash !== undefined) this.scripts.set(hash, script);
    return script;
  }
}
