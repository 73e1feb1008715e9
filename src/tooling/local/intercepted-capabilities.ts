import type { Json } from '../../base/kernel/json.js';
import { Capabilities, type CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';

/** A script's call of a capability, such as `files.read` or `secrets.get`. */
export interface CapabilityCall {
  method: string;
  args: Json;
  taskId: string;
}

/** The answer to a call, or replaced arguments for the product; undefined leaves the call unchanged. */
export type Interception = { answer: Json } | { args: Json } | undefined;

/** Intercepts a call of a capability. A thrown error reaches the script as the product's errors do. */
export type Interceptor = (call: CapabilityCall) => Promise<Interception>;

/** The capabilities of the product, with interceptors for some calls. */
export class InterceptedCapabilities extends Capabilities {
  private readonly byProject = new Map<string, Interceptor>();

  /** Replaces an earlier interceptor of the project. */
  intercept(projectId: string, interceptor: Interceptor): void {
    this.byProject.set(projectId, interceptor);
  }

  override async call(
    context: CapabilityContext,
    method: string,
    args: Json,
    pending: PendingCall,
  ): Promise<Json> {
    const { projectId, taskId } = context;
    const given = await this.byProject.get(projectId)?.({ method, args, taskId });
    if (given !== undefined && 'answer' in given) return given.answer;
    return super.call(context, method, given?.args ?? args, pending);
  }
}
