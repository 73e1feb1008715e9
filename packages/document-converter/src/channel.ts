import { once } from 'node:events';
import { Socket } from 'node:net';
import type {
  AnswerFrame,
  ConvertFrame,
  HostFrame,
  ReadyFrame,
  RecognisedFrame,
} from './protocol.js';

/** File descriptor that the host has provided. */
const CHANNEL_FD = 3;
const NEWLINE = 0x0a;

export interface Job {
  frame: ConvertFrame;
  document: Uint8Array;
}

interface Recognised {
  frame: RecognisedFrame;
  text: string;
}

/** The guest's end of the stream to the host. This process ends with the host. */
export class Channel {
  private readonly socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  private line: Buffer[] = [];
  private frame: HostFrame | null = null;
  private onPage: ((answer: Recognised) => void) | null = null;
  private document = Buffer.alloc(0);
  private filled = 0;

  /** Calls `onJob` with each document once it is complete. The host sends the next document after the answer. */
  constructor(private readonly onJob: (job: Job) => void) {
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    for (const event of ['error', 'end', 'close']) this.socket.on(event, die);
  }

  /** Resolves when the channel accepts more data, so that at most one answer is buffered. */
  async send(frame: AnswerFrame | ReadyFrame, body?: Uint8Array): Promise<void> {
    // Both writes are issued in one turn, so that no other frame is written between the line and its body.
    const line = this.write(`${JSON.stringify(frame)}\n`);
    if (body !== undefined && body.length > 0) await this.write(body);
    await line;
  }

  private async write(data: string | Uint8Array): Promise<void> {
    if (!this.socket.write(data)) await once(this.socket, 'drain');
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    if (this.frame === null) {
      const end = rest.indexOf(NEWLINE);
      this.line.push(end === -1 ? rest : rest.subarray(0, end));
      if (end === -1) return;
      // The guest trusts the host, so the frame is not validated.
      this.frame = JSON.parse(Buffer.concat(this.line).toString('utf8')) as HostFrame;
      this.line = [];
      this.document = Buffer.allocUnsafeSlow(this.frame.bytes);
      this.filled = 0;
      rest = rest.subarray(end + 1);
    }
    this.filled += rest.copy(this.document, this.filled);
    if (this.filled < this.frame.bytes) return;
    const { frame, document } = this;
    this.frame = null;
    this.document = Buffer.alloc(0);
    if (frame.type === 'convert') return this.onJob({ frame, document });
    this.onPage?.({ frame, text: document.toString('utf8') });
    this.onPage = null;
  }

  /** Sends a page that is a picture and resolves to the text that the host has recognised. */
  async recognise(id: number, picture: Uint8Array): Promise<Recognised> {
    const answer = new Promise<Recognised>((resolve) => (this.onPage = resolve));
    await this.send({ type: 'page', id, bytes: picture.length }, picture);
    return answer;
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  process.exit(1);
}
