import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { RunErrorCode } from '../runtime/runtime.js';

/** What parts of the server tell each other at once. Messages may get lost: the rows are the truth. */
export interface BusMessages {
  /** New rows in the event log. */
  events: { projectId: string };
  /** A delivery to a webhook is to be made. */
  deliveries: { projectId: string };
  /** Something that lets requests in was taken away here: a key, a token, a member, a role. */
  access: Record<string, never>;
  /** Somebody asked for a running task to be cancelled. */
  /** Without `graceMs` its script has the time that the settings name. */
  cancel: { taskId: string; graceMs?: number };
  /** A task's row says since now that it has ended. */
  ended: { taskId: string };
  /** A task may be claimed since now. */
  due: { taskId: string; projectId: string; priority: number; slotKey: string | null };
  /** A waiting task goes on in so many ms. */
  wake: { ms: number };
  /** A task has ended that waited for others. */
  orphans: { parentId: string };
  /** A slot of a concurrency limit may have become free. */
  freed: { slotKey: string | null };
  /** Something that a task waits for is there. */
  step: { taskId: string; stepId: string };
  /** A run reached its task's end here. */
  finished: {
    taskId: string;
    projectId: string;
    status: 'success' | 'failed' | 'cancelled';
    errorCode: RunErrorCode | null;
    taskType: string;
    /** From start to end, ms. */
    runMs: number;
    /** How long it was in each phase, in their order. */
    phases: { key: string; ms: number }[];
    /** From due to start, ms. */
    waitMs: number;
  };
  /** Somebody changed here how long a project keeps finished tasks. */
  retention: { projectId: string };
  /** Files of a workspace have changed here. */
  files: { workspaceId: string };
  /** Documents wait here for their conversion. */
  documents: Record<string, never>;
  /** Retention has deleted rows here; `what` is one of a few words. */
  deleted: { what: string; rows: number };
}

/** Typed publish and subscribe within this process. */
@Injectable()
export class EventBus {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  publish<K extends keyof BusMessages>(name: K, message: BusMessages[K]): void {
    this.emitter.emit(name, message);
  }

  /** Gives the function that ends the subscription. */
  subscribe<K extends keyof BusMessages>(
    name: K,
    listener: (message: BusMessages[K]) => void,
  ): () => void {
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }
}
