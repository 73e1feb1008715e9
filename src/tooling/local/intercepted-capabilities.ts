import type { Json } from '../../base/kernel/json.js';
import { Capabilities, type CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';

/** A script's call of a capability, such as `files.read` or `secrets.get`. */
export interface CapabilityCall {
  method: string;
  args: Json;
  taskId: string;
}

/** The answer to a call, or the arguments with which the product is to answer it; undefined lets it pass as it is. */
export type Interception = { answer: Json } | { args: Json } | undefined;

/** Replaces a call of a capability. An error that it throws reaches the script as the product's errors do. */
export type Interceptor = (call: CapabilityCall) => Promise<Interception>;

/** The capabilities of the product, some calls of which others may answer in its place. */
export class InterceptedCapabilities extends Capabilities {
  private readonly byProject = new Map<string, Interceptor>();

  /** Takes the place of an earlier one of the project. */
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
