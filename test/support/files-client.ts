import type { Wire } from './wire.js';

export type Entry = Wire['FileContentDto'];

export type Version = Wire['FileVersionDto'];

export type Found = Wire['SearchResultDto'];

export type Problem = Wire['Problem'];

type Given = NonNullable<RequestInit['headers']>;

/** Calls the file endpoints of one project. */
export class FilesClient {
  /** The `server` may change its port when it restarts. `ws` is the workspace of all operations that name none. */
  constructor(
    private readonly server: { readonly url: string },
    private readonly token: string,
    private readonly project = 'default',
    readonly ws?: string,
  ) {}

  /** Sends a request to `path` below `…/files`, which may include a query string. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    const isRead = ['GET', 'DELETE'].includes(init.method ?? 'GET') && path.includes('?');
    const ws = isRead && this.ws !== undefined ? `&ws=${this.ws}` : '';
    const base = `${this.server.url}/external/v1/projects/${this.project}/files`;
    return fetch(`${base}${path}${ws}`, { ...init, headers });
  }

  json(method: string, path: string, body: unknown, headers: Given = {}): Promise<Response> {
    const all = new Headers(headers);
    all.set('content-type', 'application/json');
    return this.fetch(path, { method, body: JSON.stringify(body), headers: all });
  }

  put(path: string, content: string, more: object = {}, headers: Given = {}): Promise<Response> {
    return this.json('PUT', '/content', { path, content, ws: this.ws, ...more }, headers);
  }

  move(from: string, to: string): Promise<Response> {
    return this.json('POST', '/move', { from, to });
  }

  copy(from: string, to: string, more: object = {}): Promise<Response> {
    return this.json('POST', '/copy', { from, to, ...more });
  }

  /** Returns the versions of a file, newest first. */
  async versions(path: string, more = '&limit=1000'): Promise<Version[]> {
    const response = await this.fetch(`/versions?path=${encodeURIComponent(path)}${more}`);
    if (!response.ok) throw new Error(`no versions: ${await response.text()}`);
    return (await response.json()) as Version[];
  }

  async deleted(path = '/', more = '&limit=1000'): Promise<Version[]> {
    const response = await this.fetch(`/deleted?path=${encodeURIComponent(path)}${more}`);
    return (await response.json()) as Version[];
  }

  dropVersions(path: string): Promise<Response> {
    return this.fetch(`/versions?path=${encodeURIComponent(path)}`, { method: 'DELETE' });
  }

  version(id: string, headers: Given = {}): Promise<Response> {
    return this.fetch(`/versions/${id}/raw`, { headers });
  }

  restore(id: string, body: object = {}, headers: Given = {}): Promise<Response> {
    return this.json('POST', `/versions/${id}/restore`, body, headers);
  }

  remove(path: string): Promise<Response> {
    return this.fetch(`?path=${encodeURIComponent(path)}`, { method: 'DELETE' });
  }

  read(path: string, more = '', headers: Given = {}): Promise<Response> {
    return this.fetch(`/content?path=${encodeURIComponent(path)}${more}`, { headers });
  }

  raw(path: string, headers: Given = {}): Promise<Response> {
    return this.fetch(`/raw?path=${encodeURIComponent(path)}`, { headers });
  }

  async paths(directory: string, more = ''): Promise<string[]> {
    const response = await this.fetch(`?path=${encodeURIComponent(directory)}${more}`);
    const entries = (await response.json()) as Entry[];
    return entries.map((entry) => entry.path);
  }

  search(query: string, more = ''): Promise<Response> {
    return this.fetch(`/search?q=${encodeURIComponent(query.toWellFormed())}${more}`);
  }

  /** Returns the results of a search; throws if the answer is an error. */
  async found(query: string, more = ''): Promise<Found[]> {
    const answer = await this.search(query, more);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Found[];
  }

  /** Returns the paths of the files that a search finds, best first. */
  async foundPaths(query: string, more = ''): Promise<string[]> {
    return (await this.found(query, more)).map(({ path }) => path);
  }

  upload(
    parts: [name: string, value: string | Blob, filename?: string][],
    headers: Given = {},
  ): Promise<Response> {
    const form = new FormData();
    for (const [name, value, filename] of parts)
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, filename);
    return this.fetch('/upload', { method: 'POST', body: form, headers });
  }
}

/** Returns the highlighted parts of a snippet. */
export function marked(found: Found | undefined): string[] {
  if (!found) return [];
  const characters = Array.from(found.snippet);
  return found.highlights.map(([from, to]) => characters.slice(from, to).join(''));
}

export async function readEntry(response: Response | Promise<Response>): Promise<Entry> {
  return (await (await response).json()) as Entry;
}

/** Returns the status and the code of an error answer, such as `409 conflict`. */
export async function readStatusAndCode(response: Response | Promise<Response>): Promise<string> {
  const answer = await response;
  return `${answer.status} ${((await answer.json()) as Problem).code}`;
}
