import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { FileEntity } from '../tree/file.entity.js';
import { Slices } from '../../../base/kernel/slices.js';
import { invalidField } from '../../../base/kernel/errors.js';
import { toEntry } from '../tree/file-entry.js';
import { ROOT } from '../tree/file-path.js';
import type { FileList } from '../tree/file-reader.service.js';
import { decodeCursor, encodeCursor } from '../tree/list-cursor.js';
import { belowDirectory, byBytes } from '../tree/subtree.js';
import type { Workspace } from '../workspaces/workspace.js';
import { type Glob, GlobError, parseGlob } from './glob.js';

/** Paths read at a time, and the maximum examined for one page. A page that reaches it ends early, with a cursor. */
const PAGE = 500;
const MAX_LOOKED_AT = 50_000;
/** Rows fetched at a time. */
const ROWS = 200;

export interface FindPage {
  limit: number;
  /** Cursor from {@link FileList.next}. */
  cursor?: string | undefined;
}

/** Finds files and directories whose paths match a pattern. */
@Injectable()
export class FileFinderService {
  constructor(private readonly database: Database) {}

  /**
   * Returns a page of the files and directories below `directory` that match `pattern`, sorted by path; empty if the
   * directory does not exist. Throws a 422 for an invalid pattern; `pointer` is its location in the request.
   */
  async find(
    workspace: Workspace,
    directory: string,
    pattern: string,
    page: FindPage,
    pointer = '?glob',
  ): Promise<FileList> {
    const glob = readGlob(pattern, pointer);
    const prefix = directory === ROOT ? ROOT : `${directory}/`;
    // A pattern without wildcards needs only one lookup, regardless of the size of the directory.
    if (glob.only !== null && page.cursor === undefined)
      return {
        entries: (await this.rows(workspace, [`${prefix}${glob.only}`])).map(toEntry),
        next: null,
      };
    const base = glob.base === '' ? directory : `${prefix}${glob.base}`;
    const found: string[] = [];
    let after = page.cursor === undefined ? null : (decodeCursor(page.cursor, 1)[0] ?? null);
    let more = true;
    const slices = new Slices();
    for (
      let looked = 0;
      more && looked < MAX_LOOKED_AT && found.length < page.limit;
      looked += PAGE
    ) {
      await slices.rest();
      const paths = await this.below(workspace, base, after);
      more = paths.length === PAGE;
      for (const path of paths) {
        if (found.length === page.limit) {
          more = true;
          break;
        }
        after = path;
        if (glob.matches(path.slice(prefix.length))) found.push(path);
      }
    }
    return {
      entries: (await this.rows(workspace, found)).map(toEntry),
      next: more && after !== null ? encodeCursor([after]) : null,
    };
  }

  private async below(workspace: Workspace, base: string, after: string | null): Promise<string[]> {
    const within = belowDirectory(this.database, base);
    const bytes = byBytes(this.database);
    const rows = await this.database.query<{ path: string }>(
      `SELECT path FROM files WHERE workspace_id = ? AND project_id = ? AND ${within.sql}
        ${after === null ? '' : `AND path${bytes} > ?`} ORDER BY path${bytes} LIMIT ?`,
      [
        workspace.id,
        workspace.projectId,
        ...within.values,
        ...(after === null ? [] : [after]),
        PAGE,
      ],
    );
    return rows.map(({ path }) => path);
  }

  private async rows(workspace: Workspace, paths: readonly string[]): Promise<FileEntity[]> {
    const rows: FileEntity[] = [];
    const slices = new Slices();
    for (let from = 0; from < paths.length; from += ROWS) {
      await slices.rest();
      const some = paths.slice(from, from + ROWS);
      rows.push(
        ...(await this.database.query<FileEntity>(
          `SELECT * FROM files WHERE workspace_id = ? AND project_id = ?
            AND path IN (${some.map(() => '?').join(', ')}) ORDER BY path${byBytes(this.database)}`,
          [workspace.id, workspace.projectId, ...some],
        )),
      );
    }
    return rows;
  }
}

function readGlob(pattern: string, pointer: string): Glob {
  try {
    return parseGlob(pattern);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw invalidField(pointer, `the pattern ${error.message}`);
  }
}
