import { MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { RunNetwork } from './run-network.js';
import type { PendingCall } from './runtime.js';

/** The caller, identified by the claimed task and never by data from the script. */
export interface CapabilityContext {
  projectId: string;
  taskId: string;
  attempt: number;
  /** Fencing token of the run. */
  fence: number;
  /** The workspace that the meta-task is bound to; null for the project's default workspace. */
  workspaceId: string | null;
  /** Limits on the task's use of models; null for no limit. */
  modelLimits: { tokens: number | null; costUsd: number | null };
  /** True if the meta-task allows its tasks to call MCP servers. */
  allowMcp: boolean;
  /** Null if the meta-task's `network` is "none". */
  network: RunNetwork | null;
  /**
   * Redacts `value` from everything that the run reports from now on: phases, log lines and its error. Must be called
   * before the script receives the value. Throws `too_large` if the run has too many redacted values.
   */
  addRedaction(value: string): void;
  /** Returns `text` with the redacted values removed. */
  redact(text: string): string;
}

export type CapabilityHandler = (
  context: CapabilityContext,
  args: Json,
  pending: PendingCall,
) => Promise<Json>;

/**
 * The methods that scripts may call, such as `files.read`. Feature modules register them here; the runtimes forward
 * calls without knowing any method.
 */
export class Capabilities {
  private readonly handlers = new Map<string, CapabilityHandler>();
  private readonly waiting = new Set<string>();

  /** With `waits`, calls may take long without using the host. The handler itself bounds the memory of its answers. */
  register(method: string, handler: CapabilityHandler, { waits = false } = {}): void {
    if (this.handlers.has(method)) throw new Error(`capability ${method} is registered twice`);
    this.handlers.set(method, handler);
    if (waits) this.waiting.add(method);
  }

  waits(method: string): boolean {
    return this.waiting.has(method);
  }

  /** Throws MetarunError for invalid arguments or a refusal; its code and message are shown to the script. */
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
