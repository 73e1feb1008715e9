import { EventEmitter } from 'node:events';
import { newId } from '../../base/kernel/ids.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';

/** Returns the value that another server has sent; null if it is invalid. */
export type Reader<T> = (sent: Json) => T | null;

/** A kind of message with values of type `T`, declared and documented by the part of the server that publishes it. */
export interface Message<T> {
  /** Name in the form `<subject>.<event>`. */
  readonly name: string;
  /** Present if the message is also sent to other servers; its values are JSON. */
  readonly read?: Reader<T>;
  /** Exists only for its type. */
  readonly values?: T;
}

/** A kind of message that other servers can receive. */
export type SharedMessage<T> = Message<T> & { readonly read: Reader<T> };

/** Declares a kind of message within this process. */
export function message<T>(name: string): Message<T> {
  return { name };
}

/** Declares a kind of message that goes to all servers of the installation; `read` validates received values. */
export function sharedMessage<T>(name: string, read: Reader<T>): SharedMessage<T> {
  return { name, read };
}

/** Returns a reader for objects with texts under these keys. */
export function createTextsReader<const Key extends string>(
  ...keys: readonly Key[]
): Reader<Record<Key, string>> {
  return (sent) => {
    if (!isJsonObject(sent)) return null;
    const texts = keys.flatMap((key) => {
      const text = sent[key];
      return typeof text === 'string' ? [[key, text] as const] : [];
    });
    // Equal numbers mean that every key has a text.
    return texts.length === keys.length ? (Object.fromEntries(texts) as Record<Key, string>) : null;
  };
}

/** Another server of the installation, as last heard from. */
export interface Peer {
  /** Time of its last message, by the monotonic clock of this process (ms). */
  readonly heardAt: number;
  /** The other server's value of {@link EventBus.status}. */
  readonly status: Json;
}

/** The connection to the other servers. */
export interface Others {
  readonly peers: ReadonlyMap<string, Peer>;
  /** Sends a message to one server, or to all for null. It may be lost. */
  send(to: string | null, name: string, value: unknown): void;
  /** Sends the status of this server soon. */
  announce(): void;
}

/** Another server was heard from; its status may have changed. */
export const peerHeard = message<{ id: string }>('peer.heard');

/** Messages of other servers may have been lost, for example while the connection was down. */
export const messagesMissed = sharedMessage<Record<never, string>>(
  'bus.messages-missed',
  createTextsReader(),
);

const NOBODY: Others = { peers: new Map(), send: () => undefined, announce: () => undefined };

/**
 * Publish and subscribe within this process and, for shared messages, between all servers of the installation. Messages
 * report committed changes. They may be lost, or arrive twice, late or out of order: the rows are authoritative, and
 * subscribers also poll them.
 */
export class EventBus {
  /** Id of the process, new at every start. */
  readonly id = newId();
  /** Returns the state of this server, which the others receive with every message. */
  status: () => Json = () => null;
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly readers = new Map<string, Reader<unknown>>();
  private others = NOBODY;

  /** Connects shared messages to other servers. */
  connect(others: Others): void {
    this.others = others;
  }

  /** The other servers, by id. */
  get peers(): ReadonlyMap<string, Peer> {
    return this.others.peers;
  }

  /** Sends the status of this server to the others soon. */
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

  /** Publishes a message of another server in this process; ignores messages without a subscriber. */
  receive(name: string, sent: Json): void {
    const value = this.readers.get(name)?.(sent) ?? null;
    if (value !== null) this.emitter.emit(name, value, false);
  }

  /** Subscribes to a message. Returns the function that ends the subscription. */
  subscribe<T>({ name, read }: Message<T>, listener: (value: T) => void): () => void {
    if (read !== undefined) this.readers.set(name, read);
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }
}
