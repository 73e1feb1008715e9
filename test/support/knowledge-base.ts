import { type Entry, FilesClient } from './files-client.js';
import { sent } from './http.js';
import type { TestServer } from './server.js';
import { until } from './until.js';

const PROJECT = '/projects/default';

export interface NamedBytes {
  name: string;
  bytes: Buffer | string;
}

/** Calls the file endpoints with one workspace of kind `knowledge_base`. */
export class KnowledgeBase extends FilesClient {
  private constructor(
    private readonly owner: TestServer,
    override readonly ws: string,
  ) {
    super(owner, owner.apiKey, 'default', ws);
  }

  static async create(
    server: TestServer,
    name: string,
    quotaBytes: number | null = null,
  ): Promise<KnowledgeBase> {
    const body = { name, kind: 'knowledge_base', quota_bytes: quotaBytes };
    const { id } = await sent<{ id: string }>(server, 'POST', `${PROJECT}/workspaces`, body);
    return new KnowledgeBase(server, id);
  }

  add(
    documents: readonly NamedBytes[],
    directory: string,
    headers: NonNullable<RequestInit['headers']> = {},
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.upload(
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

  original(path: string): Promise<Response> {
    return this.fetch(`/raw?path=${encodeURIComponent(path)}&original=true`);
  }

  list(directory: string): Promise<Response> {
    return this.fetch(`?path=${encodeURIComponent(directory)}`);
  }

  /** Returns the paths of all files and directories below a directory. */
  async all(directory: string): Promise<string[]> {
    return (await this.paths(directory, '&recursive=true')).toSorted();
  }

  /** Returns the sizes of the workspace and of the file, in bytes. */
  async usage(path: string): Promise<{ usage: number; markdown: number }> {
    const { usage } = await sent<{ usage: { bytes: number } }>(
      this.owner,
      'GET',
      `${PROJECT}/workspaces/${this.ws}`,
    );
    const { size } = (await (await this.read(path)).json()) as Entry;
    return { usage: usage.bytes, markdown: size };
  }

  /** Returns the entry of a file once its document is no longer being converted. */
  settled(path: string): Promise<Entry> {
    return until(`the conversion of ${path}`, async () => {
      const response = await this.list(path.slice(0, path.lastIndexOf('/')) || '/');
      if (!response.ok) return undefined;
      const entries = (await response.json()) as Entry[];
      const entry = entries.find((each) => each.path === path);
      return entry?.conversion && entry.conversion.status !== 'converting' ? entry : undefined;
    });
  }
}
