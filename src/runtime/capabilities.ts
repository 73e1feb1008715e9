import { MetarunError } from '../kernel/errors.js';
import type { Json } from '../kernel/json.js';
import type { RunNetwork } from './run-network.js';
import type { PendingCall } from './runtime.js';

/** Who is calling: taken from the claimed task, never from what the script says. */
export interface CapabilityContext {
  projectId: string;
  taskId: string;
  attempt: number;
  /** Fencing token of the run. */
  fence: number;
  /** The workspace that the meta-task is bound to; null means the project's default one. */
  workspaceId: string | null;
  /** Null where the meta-task's `network` is "none". */
  network: RunNetwork | null;
  /**
   * Keeps `value` out of what the run tells from here on: phases, log lines, its error. To be called before the
   * script gets it. Throws `too_large` when that is more than a run may keep.
   */
  conceal(value: string): void;
  /** `text` without what has been concealed. */
  redact(text: string): string;
}

export type CapabilityHandler = (
  context: CapabilityContext,
  args: Json,
  pending: PendingCall,
) => Promise<Json>;

/**
 * What scripts may call, by method name such as `files.read`. Feature modules register here; the runtimes
 * carry the calls without knowing any of them.
 */
export class Capabilities {
  private readonly handlers = new Map<string, CapabilityHandler>();
  private readonly waiting = new Set<string>();

  /** `waits`: its calls may take long without work for the host. What their answers hold of its memory it bounds itself. */
  register(method: string, handler: CapabilityHandler, { waits = false } = {}): void {
    if (this.handlers.has(method)) throw new Error(`capability ${method} is registered twice`);
    this.handlers.set(method, handler);
    if (waits) this.waiting.add(method);
  }

  waits(method: string): boolean {
    return this.waiting.has(method);
  }

  /** Throws MetarunError for bad arguments or a refusal; its code and message are shown to the script. */
  async call(
    context: CapabilityContext,
    method: string,
    args: Json,
    pending: PendingCall,
  ): Promise<Json> {
    const handler = this.handlers.get(method);
    if (!handler)
      throw new MetarunError(
        'not_available',
        `This installation offers no "${method}" to scripts.`,
      );
    return handler(context, args, pending);
  }
}
