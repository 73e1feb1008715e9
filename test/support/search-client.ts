import type { FilesClient } from './files-client.js';
import type { Wire } from './wire.js';

/** The answer of files/search: the fields that the tests read. */
export type Found = Wire['SearchResultDto'];

/** Searches the files of one project. */
export class SearchClient {
  constructor(private readonly files: FilesClient) {}

  search(query: string, more = ''): Promise<Response> {
    return this.files.fetch(`/search?q=${encodeURIComponent(query.toWellFormed())}${more}`);
  }

  /** Throws where the answer is an error. */
  async results(query: string, more = ''): Promise<Found[]> {
    const answer = await this.search(query, more);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Found[];
  }

  async paths(query: string, more = ''): Promise<string[]> {
    return (await this.results(query, more)).map(({ path }) => path);
  }
}

/** The highlighted parts of a snippet. */
export function marked(found: Found | undefined): string[] {
  if (!found) return [];
  const characters = Array.from(found.snippet);
  return found.highlights.map(([from, to]) => characters.slice(from, to).join(''));
}
