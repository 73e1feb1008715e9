import { Socket } from 'node:net';

/** The descriptor that the host has provided for frames. */
export const CHANNEL_FD = 3;
const NEWLINE = 0x0a;

/** The descriptor for frames to the host in a container, where {@link CHANNEL_FD} is that for frames of the host alone. */
export const SECOND_FD = 4;

/**
 * Opens the channel to the host and calls back for each line that arrives. When the host ends, this process ends with all that
 * it has started: at once, even while an isolate spins in another thread. `writable`: whether frames go out there as well.
 */
export function openChannel(onLine: (line: string) => void, writable = true): Socket {
  const channel = new Socket({ fd: CHANNEL_FD, readable: true, writable });
  let parts: Buffer[] = [];
  channel.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end));
      onLine(Buffer.concat(parts).toString('utf8'));
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  channel.on('error', die);
  channel.on('end', die);
  channel.on('close', die);
  return channel;
}

function die(): never {
  for (const pid of [-process.pid, process.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Not the leader of a process group: the second attempt ends this process alone.
    }
  }
  process.exit(1);
}
