/**
 * The network of a script on Node: Node's own `net` and everything based on it, over TCP connections that the host
 * makes. The sandbox has no network. The only way out is a Unix socket of the host, which connects it to the host and
 * port in a greeting. The host resolves names when it connects. Until then, a placeholder address stands for each name
 * that is looked up.
 */
import dns from 'node:dns';
import net from 'node:net';
import tls from 'node:tls';
import { promisify } from 'node:util';
import type {
  ConnectErrorReason,
  NetworkAccess,
  TunnelRefusal,
} from '../../../src/sandbox/runtime/protocol.js';
import { Placeholders } from './placeholders.js';

const NO_NETWORK =
  'This meta-task has no network: its `network` is "none". Set it to "restricted" with `allowed_hosts`, or to "open".';
const ACCEPTED = 'ok\n';
const CODES: Record<ConnectErrorReason, string> = {
  denied: 'EACCES',
  name: 'ENOTFOUND',
  refused: 'ECONNREFUSED',
  timed_out: 'ETIMEDOUT',
  unreachable: 'EHOSTUNREACH',
  too_many: 'ENOBUFS',
  ended: 'ECONNABORTED',
};

interface Target {
  host: string;
  port: number;
}
/** Undocumented members of a socket. */
interface Inner {
  _handle: ({ reading: boolean; readStop(): void } & Record<symbol, unknown>) | null;
}
type ConnectOptions = { path?: string | null; host?: string; port?: number | string };
type OnConnect = () => void;

// oxlint-disable-next-line typescript/unbound-method -- it is applied to sockets
const connectSocket = net.Socket.prototype.connect;
const connectTls = tls.connect;
const placeholders = new Placeholders();
let access: NetworkAccess | null = null;

/** Sets the run's network access; null for none. */
export function useNetwork(given: NetworkAccess | null): void {
  access = given;
}

/** Replaces Node's functions for connecting and name look-ups with those of this module. */
export function installNetwork(): void {
  net.Socket.prototype.connect = function connect(this: net.Socket, ...args: unknown[]) {
    const [options, callback] = connectArgs(args);
    if (options.path != null) {
      Reflect.apply(connectSocket, this, args);
      return this;
    }
    if (callback !== undefined) this.once('connect', callback);
    tunnel(this, { host: options.host ?? 'localhost', port: Number(options.port) });
    return this;
  } as typeof connectSocket;
  // A TLS socket is created around its connection, which exists before the tunnel does.
  tls.connect = ((...args: unknown[]) => {
    const [options, callback] = tlsArgs(args);
    if (options.socket != null || options.path != null) return connectTls(options, callback);
    const host = options.host ?? 'localhost';
    const servername = options.servername ?? (net.isIP(host) === 0 ? host : '');
    const socket = net.connect({ host, port: Number(options.port) });
    const secure = connectTls({ ...options, socket, servername }, callback);
    socket.on('error', (error) => secure.destroy(error));
    return secure;
  }) as typeof tls.connect;
  installLookup();
}

function connectArgs(args: unknown[]): [ConnectOptions, OnConnect | undefined] {
  const [first, second] = args;
  const callback = args.findLast((arg) => typeof arg === 'function') as OnConnect | undefined;
  // Node's own callers pass a single array of both.
  if (Array.isArray(first))
    return [first[0] as ConnectOptions, (first[1] as OnConnect | null) ?? undefined];
  if (typeof first === 'object' && first !== null) return [first, callback];
  if (typeof first === 'string' && !/^\d+$/.test(first)) return [{ path: first }, callback];
  const host = typeof second === 'string' ? { host: second } : {};
  return [{ port: first as number, ...host }, callback];
}

function tlsArgs(args: unknown[]): [tls.ConnectionOptions, OnConnect | undefined] {
  const options: tls.ConnectionOptions = {};
  for (const arg of args) {
    if (typeof arg === 'number') options.port = arg;
    else if (typeof arg === 'string') options.host = arg;
    else if (typeof arg === 'object' && arg !== null) Object.assign(options, arg);
  }
  return [options, args.find((arg) => typeof arg === 'function') as OnConnect | undefined];
}

/** Connects `socket` through the host. Emits the same events as Node's own `connect`. */
function tunnel(socket: net.Socket, { host: named, port }: Target): void {
  const host = placeholders.resolveHost(named);
  const state: { connecting: boolean } = socket;
  state.connecting = true;
  // Created here, so that its stack shows the caller.
  const error = new Error();
  // oxlint-disable-next-line typescript/unbound-method -- it only names the function
  Error.captureStackTrace(error, socket.connect);
  const failWith = (code: string, message: string): void => {
    const stack = error.stack?.replace(/^Error/, `Error: ${message}`);
    Object.assign(error, { message, stack, code, syscall: 'connect', host, port });
    process.nextTick(() => socket.destroy(error));
  };
  if (access === null) return failWith('EACCES', NO_NETWORK);
  const way = new net.Socket();
  socket.once('close', () => way.destroy());
  Reflect.apply(connectSocket, way, [{ path: access.socket }]);
  way.write(`${JSON.stringify({ token: access.token, host, port })}\n`);
  let answer = Buffer.alloc(0);
  way.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk]);
    if (answer.subarray(0, ACCEPTED.length).toString('latin1') !== ACCEPTED) return;
    way.removeAllListeners();
    takeOver(socket, way, { host, port }, answer.subarray(ACCEPTED.length));
  });
  way.on('error', (error) => failWith('ECONNABORTED', error.message));
  way.on('end', () => {
    const refusal = refusalIn(answer.toString());
    failWith(CODES[refusal.reason], refusal.message);
  });
}

function refusalIn(text: string): TunnelRefusal {
  try {
    return JSON.parse(text) as TunnelRefusal;
  } catch {
    return { reason: 'ended', message: 'The service closed the connection.' };
  }
}

/** Moves the connection of `way` to `socket`; `rest` has already arrived on it. */
function takeOver(socket: net.Socket, way: net.Socket, { host, port }: Target, rest: Buffer): void {
  const from = way as unknown as Inner;
  const to = socket as unknown as Inner;
  const handle = from._handle;
  if (handle === null || socket.destroyed) return void way.destroy();
  handle.readStop();
  handle.reading = false;
  from._handle = null;
  to._handle = handle;
  // One of the handle's symbols refers to the socket that it calls back.
  for (const symbol of Object.getOwnPropertySymbols(handle))
    if (handle[symbol] === way) handle[symbol] = socket;
  Object.defineProperties(socket, {
    remoteAddress: { value: host, configurable: true },
    remotePort: { value: port, configurable: true },
  });
  const state: { connecting: boolean } = socket;
  state.connecting = false;
  socket.emit('connect');
  socket.emit('ready');
  if (rest.length > 0) socket.push(rest);
  if (!socket.isPaused()) socket.read(0);
}

/** Answers look-ups with placeholder addresses. */
function installLookup(): void {
  const lookup = dns.lookup;
  const local = (name: string): boolean => net.isIP(name) !== 0 || name === '';
  const answered = (name: string, options: dns.LookupOptions): dns.LookupAddress[] => {
    if (access === null)
      throw Object.assign(new Error(NO_NETWORK), { code: 'EACCES', syscall: 'getaddrinfo' });
    const address = placeholders.getOrCreateAddress(name);
    const six = options.family === 6 || options.family === 'IPv6';
    return [{ address: six ? `::ffff:${address}` : address, family: six ? 6 : 4 }];
  };
  const replaced = (name: string, ...rest: unknown[]): unknown => {
    const callback = rest.at(-1) as (error: Error | null, ...found: unknown[]) => void;
    const [given] = rest;
    const options: dns.LookupOptions =
      typeof given === 'number' ? { family: given } : typeof given === 'object' ? { ...given } : {};
    if (local(name)) return lookup(name, options, callback as never);
    let found: dns.LookupAddress[];
    try {
      found = answered(name, options);
    } catch (error) {
      process.nextTick(callback, error);
      return {};
    }
    const [first] = found;
    if (options.all === true) process.nextTick(callback, null, found);
    else process.nextTick(callback, null, first?.address, first?.family);
    return {};
  };
  const promised = dns.promises.lookup;
  dns.promises.lookup = (async (name: string, given?: dns.LookupOptions | number) => {
    const options = typeof given === 'number' ? { family: given } : { ...given };
    if (local(name)) return promised(name, options);
    const found = answered(name, options);
    return options.all === true ? found : found[0];
  }) as typeof dns.promises.lookup;
  // As in Node, where the promisified function returns an object.
  Object.defineProperty(replaced, promisify.custom, { value: dns.promises.lookup });
  dns.lookup = replaced as typeof dns.lookup;
}
