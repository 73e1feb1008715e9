import { EventEmitter } from 'node:events';
import { newId } from '../../base/kernel/ids.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';

/** Returns the value that another server has sent; null where it is none. */
export type Reader<T> = (sent: Json) => T | null;

/** A kind of message with values of type `T`. Each is declared, and explained, by the part of the server that publishes it. */
export interface Message<T> {
  /** `<what>.<what happened to it>`. */
  readonly name: string;
  /** There for a message that goes to the other servers as well; its values are JSON. */
  readonly read?: Reader<T>;
  /** Only for the type. */
  readonly values?: T;
}

/** A kind of message that other servers can receive. */
export type SharedMessage<T> = Message<T> & { readonly read: Reader<T> };

/** Declares a kind of message within this process. */
export function message<T>(name: string): Message<T> {
  return { name };
}

/** Declares a kind of message that goes to all servers of the installation; `read` is what they take for a value. */
export function sharedMessage<T>(name: string, read: Reader<T>): SharedMessage<T> {
  return { name, read };
}

/** Returns a reader of objects that have these texts. */
export function textsOf<const Key extends string>(
  ...keys: readonly Key[]
): Reader<Record<Key, string>> {
  return (sent) => {
    if (!isJsonObject(sent)) return null;
    const texts = keys.flatMap((key) => {
      const text = sent[key];
      return typeof text === 'string' ? [[key, text] as const] : [];
    });
    // As many as there are keys: each has one.
    return texts.length === keys.length ? (Object.fromEntries(texts) as Record<Key, string>) : null;
  };
}

/** Another server of the installation, as it was heard of last. */
export interface Peer {
  /** By the monotonic clock of this process, ms. */
  readonly heardAt: number;
  /** The value of {@link EventBus.status} of that server. */
  readonly status: Json;
}

/** The way to the other servers. */
export interface Others {
  readonly peers: ReadonlyMap<string, Peer>;
  /** Sends a message to one server, or to all for null. It may get lost. */
  send(to: string | null, name: string, value: unknown): void;
  /** Sends the status of this server soon. */
  announce(): void;
}

/** A server has been heard of: its status may be another one. */
export const peerHeard = message<{ id: string }>('peer.heard');

/** Messages of other servers may not have arrived, as while the connection was down. */
export const messagesMissed = sharedMessage<Record<never, string>>(
  'bus.messages-missed',
  textsOf(),
);

const NOBODY: Others = { peers: new Map(), send: () => undefined, announce: () => undefined };

/**
 * Publish and subscribe within this process, and for shared messages between all servers of the installation. Messages say
 * what has been committed. They may get lost, or come twice, late and in another order: the rows are the truth, and who
 * subscribes also polls them.
 */
export class EventBus {
  /** New at every start of a process. */
  readonly id = newId();
  /** Returns the state of this server, which the others get with every message. */
  status: () => Json = () => null;
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly readers = new Map<string, Reader<unknown>>();
  private others = NOBODY;

  /** Has shared messages go to other servers. */
  connect(others: Others): void {
    this.others = others;
  }

  /** The other servers by their ids. */
  get peers(): ReadonlyMap<string, Peer> {
    return this.others.peers;
  }

  /** Has the other servers know the status of this one soon. */
  announce(): void {
    this.others.announce();
  }

  publish<T>({ name, read }: Message<T>, value: T): void {
    this.emitter.emit(name, value, true);
    if (read !== undefined) this.others.send(null, name, value);
  }

  /** Publishes a message on one server only, which may be this one. */
  send<T>(to: string, { name }: SharedMessage<T>, value: T): void {
    if (to === this.id) this.emitter.emit(name, value, true);
    else this.others.send(to, name, value);
  }

  /** Publishes here what another server has sent; ignores what no part of this server subscribes to. */
  receive(name: string, sent: Json): void {
    const value = this.readers.get(name)?.(sent) ?? null;
    if (value !== null) this.emitter.emit(name, value, false);
  }

  /** Returns the function that ends the subscription. */
  subscribe<T>({ name, read }: Message<T>, listener: (value: T) => void): () => void {
    if (read !== undefined) this.readers.set(name, read);
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }
}
