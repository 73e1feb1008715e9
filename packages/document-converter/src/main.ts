/** The converter process: converts one document at a time to Markdown and ends with its host. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dropPrivileges } from './drop-privileges.js';
import type { AnswerFrame, FailedFrame } from './protocol.js';
import { Channel, type Job } from './channel.js';
import { convert, CONVERTER_VERSION, FORMATS } from './convert.js';
import { DocumentError, type Progress } from './converted.js';
import { watchParent } from './watch-parent.js';

const NICENESS = 19;
/** Interval between two progress reports of a document, in ms. */
const PROGRESS_MS = 250;
/** Highest OOM score: if memory runs out, the kernel kills the process with the highest score first. */
const FIRST_TO_GO = '1000';

goFirst();
dropPrivileges();
// The server has priority over documents on the processors.
setPriority(NICENESS);
if (process.argv.includes('--watch-parent')) watchParent();

const channel = new Channel((job) => void answer(job));
await channel.send({ type: 'ready', version: CONVERTER_VERSION, formats: FORMATS });

async function answer({ frame, document }: Job): Promise<void> {
  const { id } = frame;
  try {
    const { format, markdown, media, warnings } = await convert(toBuffer(document), frame.name, {
      mediaPath: frame.media_path,
      fallback: frame.fallback,
      charset: frame.charset,
      progress: createProgressReporter(id),
      recognise: frame.recognise === true ? (picture) => recognise(id, picture) : undefined,
    });
    for (const { name, bytes } of media)
      await channel.send({ type: 'media', id, name, bytes: bytes.length }, bytes);
    const text = Buffer.from(markdown, 'utf8');
    await channel.send({ type: 'converted', id, format, warnings, bytes: text.length }, text);
  } catch (error) {
    await channel.send(toErrorFrame(id, error));
  }
}

/**
 * Returns a function that reports progress: the first at once, then at intervals that cost nothing, and never
 * backwards.
 */
function createProgressReporter(id: number): Progress {
  let reportedAt = -Infinity;
  let most = 0;
  return (done, total, unit) => {
    const now = performance.now();
    if (done <= most || (now - reportedAt < PROGRESS_MS && done !== total)) return;
    reportedAt = now;
    most = done;
    // Not awaited: the stream keeps the order and buffers the few bytes even for a slow reader.
    void channel.send({ type: 'progress', id, done, total, unit });
  };
}

async function recognise(id: number, picture: Uint8Array) {
  const { frame, text } = await channel.recognise(id, picture);
  return frame.failure === undefined ? { text } : { failure: frame.failure };
}

/** Returns a Buffer that shares the memory. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function toErrorFrame(id: number, error: unknown): AnswerFrame {
  if (error instanceof DocumentError)
    return { type: 'refused', id, code: error.code, message: error.message };
  return { type: 'failed', id, reason: classifyError(error) };
}

/** Classifies an unexpected error. */
function classifyError(error: unknown): FailedFrame['reason'] {
  const message = error instanceof Error ? error.message : String(error);
  if (/call stack|too much recursion/i.test(message)) return 'depth';
  if (
    /allocation failed|out of memory|icu error|invalid (array|string|typed array) length/i.test(
      message,
    )
  )
    return 'memory';
  return 'error';
}

function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', FIRST_TO_GO);
  } catch {
    // Not Linux, or not permitted.
  }
}
