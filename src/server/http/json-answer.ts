import type { Response } from 'express';
import { isSmallJson, PIECE, piecesOf } from '../../base/kernel/json-pieces.js';
import { Slices } from '../../base/kernel/slices.js';

/**
 * Answers with JSON. What is large is written in pieces, as the client takes them, so that no other request waits for it and its text
 * is never in memory as a whole. `onFailure` gets the error of an answer that cannot be ended any more, whose connection is cut.
 */
export function answerJson(
  response: Response,
  value: unknown,
  onFailure: (error: unknown) => void,
): void {
  if (response.get('Content-Type') === undefined) response.type('application/json');
  if (isSmallJson(value)) response.send(JSON.stringify(value));
  else if (response.req.method === 'HEAD') response.end();
  else
    writePieces(response, value).catch((error: unknown) => {
      response.destroy();
      onFailure(error);
    });
}

async function writePieces(response: Response, value: unknown): Promise<void> {
  let text = '';
  const slices = new Slices();
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < PIECE) continue;
    const isTaken = response.write(text);
    text = '';
    if (response.destroyed) return;
    if (!isTaken) await writable(response);
    // A client that takes all at once is waited for without a turn of the event loop.
    await slices.rest();
  }
  response.end(text);
}

/** Resolves when the client has taken what was written, or has gone. */
function writable(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
