import { answerOf, createApiError, checkAnswer } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { everyItem, pageOf } from './pages.js';
import type {
  CallOptions,
  FileContent,
  FileEntry,
  FileVersion,
  Page,
  Query,
  WriteFile,
} from './types.js';

const FILES = '/external/v1/projects/{project_id}/files';
/**
 * Headers that request the whole file from the server itself: a storage to which it may redirect ignores the
 * condition.
 */
const FROM_SERVER = { Range: 'bytes=0-', 'If-Range': '"all of it"' };

export type FilesQuery = Query<typeof FILES>;
export type FileVersionsQuery = Omit<Query<`${typeof FILES}/versions`>, 'path'>;

/** The location of a file. */
export interface FileOptions extends CallOptions {
  /** Id of a workspace. Default: the project's default workspace. */
  ws?: string | undefined;
}

export interface ReadOptions extends FileOptions {
  /** Line range to read of a text file: `10-20`, `10-` or `10`. */
  lines?: string;
  /** Heading of a Markdown file; only the part below it is read. */
  section?: string;
}

export interface RawOptions extends FileOptions {
  /** True to read the original of a file that was converted to Markdown. */
  original?: boolean;
  /** Id of a version to read instead of the current content. */
  version?: string;
}

export interface UploadOptions extends FileOptions {
  /** Name of the file; required unless `content` is a `File`. */
  name?: string;
  /** Directory of the file, created if missing. Default: `/`. */
  directory?: string;
  /** Charset of a text that is converted to Markdown, such as `windows-1251`; detected by default. */
  charset?: string;
}

/** Files of workspaces. Paths are absolute and use `/`. */
export class Files {
  constructor(
    private readonly api: Api,
    private readonly project: string,
  ) {}

  /** Returns a page of a directory's entries; with `recursive` or `glob`, of everything below it. */
  async list(
    query: FilesQuery = {},
    options: CallOptions = {},
  ): Promise<Page<FileEntry, FilesQuery>> {
    const params = { path: this.path, query };
    return pageOf(await this.api.GET(FILES, { params, ...call(options) }), query);
  }

  all(
    query: FilesQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<FileEntry, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  /** Returns a file with its content as text, or as base64 if it is not UTF-8: see `encoding`. */
  async read(path: string, { signal, ...options }: ReadOptions = {}): Promise<FileContent> {
    const params = { path: this.path, query: { path, ...defined(options) } };
    return answerOf(await this.api.GET(`${FILES}/content`, { params, ...call({ signal }) }));
  }

  /** Returns the bytes of a file as a response: read its `body`, `bytes()` or `text()`, and its headers. */
  async readRaw(path: string, options: RawOptions = {}): Promise<Response> {
    const { version, signal, ws, original } = options;
    const init = { parseAs: 'stream', ...call({ signal }) } as const;
    const query = { path, ...defined({ ws, original }) };
    const { response, error } =
      version === undefined
        ? await this.api.GET(`${FILES}/raw`, {
            params: { path: this.path, query },
            ...init,
            headers: FROM_SERVER,
          })
        : await this.api.GET(`${FILES}/versions/{version_id}/raw`, {
            params: { path: { ...this.path, version_id: version } },
            ...init,
          });
    if (!response.ok) throw createApiError(response, error);
    return response;
  }

  /** Writes a whole file and creates missing directories. `encoding: 'base64'` for binary content. */
  async write(file: WriteFile, options: CallOptions = {}): Promise<FileEntry> {
    const params = { path: this.path };
    const url = `${FILES}/content` as const;
    return answerOf(await this.api.PUT(url, { params, body: file, ...call(options) }));
  }

  /** Uploads one file of any size. A document for a knowledge base is converted to Markdown. */
  async upload(content: Blob | Uint8Array, options: UploadOptions = {}): Promise<FileEntry> {
    const { name, directory, ws, charset, signal } = options;
    const form = new FormData();
    // The server expects the fields of the location before the file.
    if (ws !== undefined) form.append('ws', ws);
    if (directory !== undefined) form.append('dir_path', directory);
    if (charset !== undefined) form.append('charset', charset);
    const blob = content instanceof Blob ? content : new Blob([new Uint8Array(content)]);
    const given = 'name' in blob && typeof blob.name === 'string' ? blob.name : undefined;
    const called = name ?? given;
    if (called === undefined) throw new TypeError('An upload needs the name of the file.');
    form.append('file', blob, called);
    const result = await this.api.POST(`${FILES}/upload`, {
      params: { path: this.path },
      body: { file: [] },
      bodySerializer: () => form,
      ...call({ signal }),
    });
    const [entry] = [answerOf(result)].flat();
    if (entry === undefined || 'stored' in entry) throw createApiError(result.response, undefined);
    return entry;
  }

  /** Deletes a file, or a directory with its contents. */
  async delete(path: string, { ws, signal }: FileOptions = {}): Promise<void> {
    const params = { path: this.path, query: { path, ...defined({ ws }) } };
    checkAnswer(await this.api.DELETE(FILES, { params, ...call({ signal }) }));
  }

  /** Returns a page of the versions of a file, newest first. */
  async versions(
    path: string,
    query: FileVersionsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<FileVersion, FileVersionsQuery>> {
    const params = { path: this.path, query: { path, ...query } };
    return pageOf(await this.api.GET(`${FILES}/versions`, { params, ...call(options) }), query);
  }

  private get path(): { project_id: string } {
    return { project_id: this.project };
  }
}

/** Returns the members that are not undefined. */
function defined<T extends object>(value: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members) as { [Key in keyof T]?: NonNullable<T[Key]> };
}
