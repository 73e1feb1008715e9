import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newId } from '../../src/base/kernel/ids.js';
import type { Workspace } from '../../src/files/files/workspaces/workspace.js';
import { IndexerService } from '../../src/files/search/indexer.service.js';
import { RankedSections } from '../../src/files/search/ranked-sections.js';
import { SearchIndex } from '../../src/files/search/search-index.js';
import {
  type SearchPage,
  type SearchResult,
  SearchService,
} from '../../src/files/search/search.service.js';
import { SectionRanking } from '../../src/files/search/section-ranking.js';
import { SectionReader } from '../../src/files/search/section-reader.js';
import { Vocabulary } from '../../src/files/search/vocabulary.js';
import { WordForms } from '../../src/files/search/wanted-words.js';
import { DiskBlobStore } from '../../src/platform/storage/disk.blob-store.js';
import { useEngineBench } from './engine/engine-bench.js';
import { PROJECT } from './engine/engine-rows.js';

const LEADS = { leads: true, onTaken: () => undefined };

export function newWorkspace(given: Partial<Workspace> = {}): Workspace {
  const rest = { name: 'w', kind: 'files', isDefault: true, quotaBytes: null } as const;
  return { id: newId(), projectId: PROJECT, ...rest, createdAt: 0, ...given };
}

/** Provides the index and the search of a server over files in a workspace. Each test begins without files. */
export function searchBench() {
  const bench = useEngineBench('files', 'file_sections', 'file_words');
  const own = newWorkspace();
  const sections = new SectionReader();
  let folder: string;
  let blobs: DiskBlobStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'metarun-search-'));
    blobs = await DiskBlobStore.open(folder);
  });
  afterAll(async () => {
    await sections.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    // SQLite keeps the terms in a separate table.
    if (bench.database.kind === 'sqlite') await bench.database.execute('DELETE FROM file_terms');
  });

  async function storeBlob(text: string): Promise<{ id: string; size: number }> {
    return blobs.put(Buffer.from(text), { maxBytes: 1_000_000 });
  }

  /** Writes a file and returns its id. */
  async function put(path: string, text: string, where = own): Promise<string> {
    const id = newId();
    const { id: blob_id, size } = await storeBlob(text);
    const name = path.slice(path.lastIndexOf('/') + 1);
    await bench.insert('files', {
      id,
      project_id: where.projectId,
      workspace_id: where.id,
      path,
      parent_path: path.slice(0, -name.length - 1) || '/',
      name,
      type: 'file',
      size,
      mime_type: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
      etag: '"e"',
      blob_id,
      created_at: 0,
      updated_at: 0,
    });
    return id;
  }

  async function write(id: string, text: string): Promise<void> {
    const { id: blob, size } = await storeBlob(text);
    const sql = 'UPDATE files SET blob_id = ?, size = ? WHERE id = ?';
    await bench.database.execute(sql, [blob, size, id]);
  }

  /** Returns the services of a server that index and search. */
  function server() {
    const logger = pino({ enabled: false });
    const vocabulary = new Vocabulary(bench.database);
    const index = new SearchIndex(bench.database, vocabulary);
    const indexer = new IndexerService(index, blobs, sections, bench.bus, LEADS, logger);
    const ranked = new RankedSections(
      bench.database,
      new SectionRanking(bench.database),
      new WordForms(vocabulary),
    );
    const service = new SearchService(bench.database, indexer, ranked, null);
    return { index, indexer, service };
  }

  async function search(
    text: string,
    { where = own, ...page }: Partial<SearchPage> & { where?: Workspace } = {},
  ): Promise<SearchResult[]> {
    const { results } = await server().service.search(where, text, { limit: 50, ...page });
    return results;
  }

  /** Returns the paths and the first lines of the results, best first. */
  async function found(...asked: Parameters<typeof search>): Promise<string[]> {
    return (await search(...asked)).map(({ path, firstLine }) => `${path}:${firstLine}`);
  }

  return { bench, own, put, write, server, search, found };
}
