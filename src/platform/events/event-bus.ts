import { EventEmitter } from 'node:events';

/** A kind of message with values of type `T`. Each is declared, and explained, by the part of the server that publishes it. */
export interface Message<T> {
  /** `<what>.<what happened to it>`. */
  readonly name: string;
  /** Only for the type. */
  readonly values?: T;
}

/** Declares a kind of message. */
export function message<T>(name: string): Message<T> {
  return { name };
}

/**
 * Publish and subscribe within this process. Messages say what has been committed. They may get lost, as when a server is
 * killed after its commit: the rows are the truth, and who subscribes also polls them.
 */
export class EventBus {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  publish<T>({ name }: Message<T>, value: T): void {
    this.emitter.emit(name, value);
  }

  /** Returns the function that ends the subscription. */
  subscribe<T>({ name }: Message<T>, listener: (value: T) => void): () => void {
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }
}
