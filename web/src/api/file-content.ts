import { queryOptions } from '@tanstack/react-query';
import { SERVER } from './addresses.js';
import { api, readBody } from './client.js';
import { fetchOrThrow } from './request-error.js';

/** Maximum number of bytes of a file that are shown. */
export const SHOWN_BYTES = 1024 * 1024;
/** Number of lines shown before and after a line that lies beyond the shown bytes. */
const AROUND = 200;

/** The beginning of a file, or the whole file. */
export interface Beginning {
  /** Null if the file is not UTF-8 text. */
  text: string | null;
  whole: boolean;
}

export interface SomeLines {
  text: string;
  /** Number of the first line, from 1. */
  first: number;
}

/** Returns the URL that downloads a file. */
export function fileAddress(project: string, ws: string, path: string, original = false): string {
  const address = new URL(`external/v1/projects/${project}/files/raw`, SERVER);
  address.searchParams.set('path', path);
  address.searchParams.set('ws', ws);
  if (original) address.searchParams.set('original', 'true');
  return address.href;
}

/** Returns the URL that downloads one version of a file. */
export function versionAddress(project: string, version: string): string {
  return new URL(
    `external/v1/projects/${project}/files/versions/${encodeURIComponent(version)}/raw`,
    SERVER,
  ).href;
}

/** Beginning of a version of a file. The URL of the version is used since the server may redirect that of a file. */
export function beginningQuery(project: string, version: string, size: number) {
  return queryOptions({
    queryKey: ['file-beginning', project, version],
    queryFn: async ({ signal }): Promise<Beginning> => {
      if (size === 0) return { text: '', whole: true };
      const headers = { Range: `bytes=0-${SHOWN_BYTES - 1}` };
      const address = versionAddress(project, version);
      const answer = await fetchOrThrow(address, { headers, signal });
      return decodeBeginning(await answer.arrayBuffer(), size);
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Lines around a line of the current version of a text file. */
export function linesAtQuery(project: string, ws: string, path: string, line: number) {
  const from = Math.max(1, line - AROUND);
  return queryOptions({
    queryKey: ['files', project, ws, 'lines', path, from],
    queryFn: async ({ signal }): Promise<SomeLines> => {
      const part = await readBody(
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

/** Decodes the beginning of a file as text, without an incomplete last line. */
export function decodeBeginning(bytes: ArrayBuffer, size: number): Beginning {
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
