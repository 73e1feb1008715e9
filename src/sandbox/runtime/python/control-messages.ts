import { isJsonObject, type Json, textOrEmpty } from '../../../base/kernel/json.js';
import { ProtocolError } from '../frames.js';
import type { NetworkAccess } from '../protocol.js';
import type { RunUsage } from '../runtime.js';

/** The end of the process of a run or check. Either `status` or `signal` is null. */
export interface ChildExit {
  status: number | null;
  /** Name of the signal, such as `SIGSEGV`. */
  signal: string | null;
  /** The limit that the process tree exceeded, for which the fork server killed it; null if none. */
  exceeded: 'memory' | 'cpu' | null;
  usage: RunUsage;
  /** The last text of its standard output and standard error. */
  words: readonly string[];
}

/** A message of the fork server on its control pipe; `id` is that of the {@link Hello}. */
export type ControlMessage =
  | { type: 'ready' }
  | { type: 'started'; id: number }
  /** CPU time so far of the process that runs a cancelled script. */
  | { type: 'used'; id: number; cpu_ms: number }
  | { type: 'ending'; id: number; exit: ChildExit }
  | { type: 'exited'; id: number; exit: ChildExit }
  | { type: 'refused'; id: number; message: string }
  | { type: 'lost'; id: number; message: string };

/** First line on every connection to the fork server: the child to fork. */
export interface Hello {
  kind: 'run' | 'check';
  id: number;
  memory_bytes: number;
  /** 0 means no limit. */
  cpu_ms: number;
  /** The socket to the network, which the child then sees, and the token for it; null for no network. */
  network: NetworkAccess | null;
}

/** Throws {@link ProtocolError}. */
export function parseControlMessage(line: string): ControlMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new ProtocolError('a control message is not JSON');
  }
  if (!isJsonObject(message)) throw new ProtocolError('a control message is not an object');
  const { type, id } = message;
  if (type === 'ready') return { type };
  if (typeof id !== 'number') throw new ProtocolError('a control message has no id');
  if (type === 'started') return { type, id };
  if (type === 'used') return { type, id, cpu_ms: readNumber(message['cpu_ms']) };
  if (type === 'refused' || type === 'lost')
    return { type, id, message: textOrEmpty(message['message']) };
  if (type !== 'ending' && type !== 'exited')
    throw new ProtocolError('a control message has an unknown type');
  const { status, signal, exceeded } = message;
  return {
    type,
    id,
    exit: {
      status: typeof status === 'number' ? status : null,
      signal: typeof signal === 'string' ? signal : null,
      exceeded: exceeded === 'memory' || exceeded === 'cpu' ? exceeded : null,
      usage: {
        cpuMs: Math.round(readNumber(message['cpu_ms'])),
        peakMemoryBytes: readNumber(message['peak_memory_bytes']),
      },
      words: Array.isArray(message['words']) ? message['words'].map(textOrEmpty) : [],
    },
  };
}

function readNumber(value: Json | undefined): number {
  if (typeof value !== 'number') throw new ProtocolError('a control message lacks a figure');
  return value;
}
