import type { Response } from 'express';
import { isSmallJson, PIECE, serialiseInPieces } from '../../base/kernel/json-pieces.js';
import { Slices } from '../../base/kernel/slices.js';

/**
 * Answers with JSON. A large value is written in pieces, at the pace of the client, so that it delays no other request
 * and its text is never in memory as a whole. `onFailure` gets the error of a response that cannot be completed; its
 * connection is closed.
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
  for (const piece of serialiseInPieces(value)) {
    text += piece;
    if (text.length < PIECE) continue;
    const isTaken = response.write(text);
    text = '';
    if (response.destroyed) return;
    if (!isTaken) await writable(response);
    // A client that reads everything at once causes no wait, so yield to the event loop explicitly.
    await slices.rest();
  }
  response.end(text);
}

/** Resolves once the client has read what was written, or has disconnected. */
function writable(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
