import { type Entry, FilesClient, type Version } from './files-client.js';
import type { TestServer } from './server.js';
import { until } from './until.js';

const PROJECT = '/projects/default';

export type DocumentEntry = Entry;

export interface NamedBytes {
  name: string;
  bytes: Buffer | string;
}

/** Calls the file endpoints with one workspace of kind `knowledge_base`. */
export class KnowledgeBase {
  private constructor(
    private readonly server: TestServer,
    readonly ws: string,
  ) {}

  static async create(
    server: TestServer,
    name: string,
    quotaBytes: number | null = null,
  ): Promise<KnowledgeBase> {
    const body = { name, kind: 'knowledge_base', quota_bytes: quotaBytes };
    const made = await server.call<{ id: string }>('POST', `${PROJECT}/workspaces`, { body });
    if (made.status !== 201) throw new Error(made.text);
    return new KnowledgeBase(server, made.body.id);
  }

  upload(
    documents: readonly NamedBytes[],
    directory: string,
    headers: NonNullable<RequestInit['headers']> = {},
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.files.upload(
      [
        ...documents.map(({ name, bytes }): [string, Blob, string] => [
          'file',
          new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]),
          name,
        ]),
        ['dir_path', directory],
        ['ws', this.ws],
        ...Object.entries(fields),
      ],
      headers,
    );
  }

  json(method: string, path: string, body: unknown): Promise<Response> {
    return this.files.json(method, path, body);
  }

  write(path: string, content: string): Promise<Response> {
    return this.json('PUT', '/content', { path, content, ws: this.ws });
  }

  read(path: string): Promise<Response> {
    return this.files.read(path, `&ws=${this.ws}`);
  }

  raw(path: string): Promise<Response> {
    return this.at('/raw', path);
  }

  original(path: string): Promise<Response> {
    return this.at('/raw', path, '&original=true');
  }

  remove(path: string): Promise<Response> {
    return this.at('', path, '', 'DELETE');
  }

  /** Drops the earlier versions of what is or was at a path. */
  drop(path: string): Promise<Response> {
    return this.at('/versions', path, '', 'DELETE');
  }

  list(directory: string): Promise<Response> {
    return this.at('', directory);
  }

  private at(endpoint: string, path: string, more = '', method = 'GET'): Promise<Response> {
    const query = `?path=${encodeURIComponent(path)}&ws=${this.ws}${more}`;
    return this.files.fetch(`${endpoint}${query}`, { method });
  }

  async paths(directory: string, recursive = false): Promise<string[]> {
    const paths = await this.files.paths(directory, `&recursive=${recursive}&ws=${this.ws}`);
    return paths.toSorted();
  }

  versions(path: string): Promise<Version[]> {
    return this.files.versions(path, `&ws=${this.ws}`);
  }

  restore(id: string): Promise<Response> {
    return this.files.restore(id);
  }

  /** Paths of the files in which a search finds something, the best first. */
  async search(words: string): Promise<string[]> {
    const response = await this.files.fetch(`/search?q=${encodeURIComponent(words)}&ws=${this.ws}`);
    return ((await response.json()) as { path: string }[]).map(({ path }) => path);
  }

  /** Returns the size of the workspace, and that of the file; in bytes. */
  async usage(path: string): Promise<{ usage: number; markdown: number }> {
    const { body } = await this.server.call<{ usage: { bytes: number } }>(
      'GET',
      `${PROJECT}/workspaces/${this.ws}`,
    );
    const { size } = (await (await this.read(path)).json()) as Entry;
    return { usage: body.usage.bytes, markdown: size };
  }

  /** The entry of a file once its document is being converted no more. */
  settled(path: string): Promise<DocumentEntry> {
    return until(`the conversion of ${path}`, async () => {
      const directory = path.slice(0, path.lastIndexOf('/')) || '/';
      const response = await this.list(directory);
      if (!response.ok) return undefined;
      const entries = (await response.json()) as DocumentEntry[];
      const entry = entries.find((each) => each.path === path);
      return entry?.conversion && entry.conversion.status !== 'converting' ? entry : undefined;
    });
  }

  /** Its port may change with a restart. */
  private get files(): FilesClient {
    return new FilesClient(this.server, this.server.apiKey);
  }
}
