import { queryOptions } from '@tanstack/react-query';
import { SERVER } from './addresses.js';
import { api, bodyOf } from './client.js';
import { requestErrorOf, unanswered } from './request-error.js';

/** So much of a file is read to be shown. */
export const SHOWN_BYTES = 1024 * 1024;
/** Lines around the one that is wanted, where it stands behind what is read. */
const AROUND = 200;

/** The beginning of a file, or all of it. */
export interface Beginning {
  /** Null where it is no text in UTF-8. */
  text: string | null;
  whole: boolean;
}

/** Some lines of a text. */
export interface SomeLines {
  text: string;
  /** The number of the first of them, from 1. */
  first: number;
}

/** The address of a file, as a browser downloads it. */
export function fileAddress(project: string, ws: string, path: string, original = false): string {
  const address = new URL(`external/v1/projects/${project}/files/raw`, SERVER);
  address.searchParams.set('path', path);
  address.searchParams.set('ws', ws);
  if (original) address.searchParams.set('original', 'true');
  return address.href;
}

/** The address of one content of a file. */
export function versionAddress(project: string, version: string): string {
  return new URL(
    `external/v1/projects/${project}/files/versions/${encodeURIComponent(version)}/raw`,
    SERVER,
  ).href;
}

/** The beginning of a content; which never changes. It is asked of the version, since files may be led to another server. */
export function beginningQuery(project: string, version: string, size: number) {
  return queryOptions({
    queryKey: ['file-beginning', project, version],
    queryFn: async ({ signal }): Promise<Beginning> => {
      if (size === 0) return { text: '', whole: true };
      const headers = { Range: `bytes=0-${SHOWN_BYTES - 1}` };
      const address = versionAddress(project, version);
      const answer = await fetch(address, { headers, signal }).catch(() => {
        throw unanswered();
      });
      if (!answer.ok) throw requestErrorOf(await answer.json().catch(() => null), answer);
      return beginningOf(await answer.arrayBuffer(), size);
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** The lines around one of a text that is there now. */
export function linesAtQuery(project: string, ws: string, path: string, line: number) {
  const from = Math.max(1, line - AROUND);
  return queryOptions({
    queryKey: ['files', project, ws, 'lines', path, from],
    queryFn: async ({ signal }): Promise<SomeLines> => {
      const part = await bodyOf(
        api.GET('/external/v1/projects/{project_id}/files/content', {
          params: {
            path: { project_id: project },
            query: { path, ws, lines: `${from}-${line + AROUND}` },
          },
          signal,
        }),
      );
      return { text: part.content, first: part.first_line ?? from };
    },
  });
}

/** Returns the text that bytes begin. What is cut off in its last line is left out. */
export function beginningOf(bytes: ArrayBuffer, size: number): Beginning {
  const whole = bytes.byteLength >= size;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
    if (text.includes('\0')) return { text: null, whole };
    const end = whole ? text.length : text.lastIndexOf('\n') + 1 || text.length;
    return { text: text.slice(0, end), whole };
  } catch {
    return { text: null, whole };
  }
}
