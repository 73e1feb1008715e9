import { Socket } from 'node:net';

/** The descriptor that the host provides for frames. */
export const CHANNEL_FD = 3;
const NEWLINE = 0x0a;

/** The descriptor for frames to the host in a container, where {@link CHANNEL_FD} only carries frames from the host. */
export const SECOND_FD = 4;

/**
 * Opens the channel to the host and calls back for each line that arrives. When the host ends, this process ends with
 * everything that it has started: at once, even while an isolate is busy in another thread. `writable` is true if
 * frames are also sent over this channel.
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
      // This process does not lead a process group; the second attempt ends it alone.
    }
  }
  process.exit(1);
}
