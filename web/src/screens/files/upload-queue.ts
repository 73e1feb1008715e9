import type { FileUpload, UploadCondition } from '../../api/file-upload.js';
import { type RequestError, toRequestError } from '../../api/request-error.js';
import { otherName } from './file-names.js';

/** Upload of one file. */
export interface Upload {
  id: number;
  ws: string;
  folder: string;
  name: string;
  size: number;
  state: 'waits' | 'sends' | 'stored' | 'exists' | 'failed';
  /** Share of the bytes that are sent, from 0 to 1. */
  share: number;
  error: RequestError | null;
}

export interface Chosen {
  file: Blob;
  name: string;
  /** Folder of the workspace to upload to. */
  folder: string;
}

/** Ways to resolve a conflict with an existing file of the same name. */
export type OnExisting = 'replace' | 'keep-both' | 'skip';

interface Work {
  upload: Upload;
  file: Blob;
  condition: 'new' | 'replaces';
  ending: AbortController;
}

export interface UploadActions {
  send: (upload: FileUpload) => Promise<void>;
  /** Returns the condition under which the upload replaces the existing file. */
  present: (ws: string, folder: string, name: string) => Promise<UploadCondition>;
  onStored: (ws: string) => void;
}

/** Maximum number of concurrent uploads. */
const AT_ONCE = 2;

/** Queue of the uploads of a project. It continues while other screens are shown. */
export class UploadQueue {
  private works: Work[] = [];
  private shown: readonly Upload[] = [];
  private last = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly project: string,
    private readonly actions: UploadActions,
  ) {}

  readonly snapshot = (): readonly Upload[] => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  add(ws: string, chosen: readonly Chosen[]): void {
    for (const { file, name, folder } of chosen) {
      this.last += 1;
      const { size } = file;
      const upload: Upload = {
        id: this.last,
        ws,
        folder,
        name,
        size,
        state: 'waits',
        share: 0,
        error: null,
      };
      this.works.push({ upload, file, condition: 'new', ending: new AbortController() });
    }
    this.next();
  }

  /** Retries failed uploads, or resolves conflicts with existing files. */
  resume(ids: readonly number[], on: OnExisting = 'replace'): void {
    if (on === 'skip') return this.drop(ids);
    for (const work of this.works) {
      if (!ids.includes(work.upload.id)) continue;
      const { state, name } = work.upload;
      if (state === 'exists' && on === 'replace') work.condition = 'replaces';
      if (state === 'exists' && on === 'keep-both') this.rename(work, name);
      this.change(work, { state: 'waits', share: 0, error: null });
    }
    this.next();
  }

  /** Removes uploads, and aborts those in progress. */
  drop(ids: readonly number[]): void {
    for (const { upload, ending } of this.works) if (ids.includes(upload.id)) ending.abort();
    this.works = this.works.filter(({ upload }) => !ids.includes(upload.id));
    this.next();
  }

  private rename(work: Work, name: string): void {
    const [, start = name, number = '1'] = /^(.*) \((\d+)\)(?=\.|$)/su.exec(name) ?? [];
    const rest = name.slice(start.length).replace(/^ \(\d+\)/, '');
    this.change(work, { name: otherName(start + rest, Number(number) + 1) });
  }

  private next(): void {
    const sending = this.works.filter(({ upload }) => upload.state === 'sends').length;
    const waiting = this.works.filter(({ upload }) => upload.state === 'waits');
    for (const work of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.send(work);
    this.show();
  }

  private async send(work: Work): Promise<void> {
    this.change(work, { state: 'sends' });
    const { ws, folder, name } = work.upload;
    try {
      await this.actions.send({
        project: this.project,
        ws,
        folder,
        name,
        file: work.file,
        condition:
          work.condition === 'new' ? { is: 'new' } : await this.actions.present(ws, folder, name),
        onProgress: (share) => {
          this.change(work, { share });
          this.show();
        },
        signal: work.ending.signal,
      });
      this.change(work, { state: 'stored', share: 1 });
      this.actions.onStored(ws);
    } catch (thrown) {
      const error = toRequestError(thrown);
      const exists = error.code === 'precondition_failed';
      this.change(work, { state: exists ? 'exists' : 'failed', error });
    }
    this.next();
  }

  private change(work: Work, change: Partial<Upload>): void {
    work.upload = { ...work.upload, ...change };
  }

  private show(): void {
    this.shown = this.works.map(({ upload }) => upload);
    for (const listener of this.listeners) listener();
  }
}
