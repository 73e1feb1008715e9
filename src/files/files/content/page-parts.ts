import type { Request, Response } from 'express';
import { MetarunError } from '../../../base/kernel/errors.js';

/** Uses of a file in which a browser would carry out what is in it. Values of the header Sec-Fetch-Dest. */
const CARRIED_OUT: ReadonlySet<string> = new Set([
  'audioworklet',
  'embed',
  'fencedframe',
  'frame',
  'iframe',
  'manifest',
  'object',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'webidentity',
  'worker',
  'xslt',
]);

/**
 * Refuses to give a browser a file as a part of a page. The dashboard takes scripts from its own server, and files are of
 * other authors.
 * @throws MetarunError `forbidden`
 */
export function refuseAsPartOfPage(request: Request, response: Response): void {
  response.setHeader('Vary', 'Sec-Fetch-Dest');
  const use = request.get('sec-fetch-dest');
  if (use !== undefined && CARRIED_OUT.has(use))
    throw new MetarunError(
      'forbidden',
      `A page may not use a file as its ${use}: download it, or show it as an image or text.`,
    );
}
