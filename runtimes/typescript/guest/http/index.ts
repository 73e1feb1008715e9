import { Blob, File } from './blob.js';
import { fetch } from './fetch.js';
import { FormData } from './form-data.js';
import { Headers } from './headers.js';
import { request } from './reporter-request.js';
import { Request } from './request.js';
import { Response } from './response.js';

/**
 * Creates the classes of HTTP: globals of the web platform, and `reporter.http.request`. The build puts the whole
 * folder into this function, so that a run that uses none of it does not pay for it.
 * @see scripts/build-runtimes.mjs
 */
export function makeHttp() {
  return { Blob, File, FormData, Headers, Request, Response, fetch, request };
}
