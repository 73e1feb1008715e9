import { MetarunError } from '../../base/kernel/errors.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { SearchResult, SearchService } from '../search/search.service.js';
import { termsOf } from '../search/analyzer.js';

/** Finds quotes in files by the index: case, markup and the ends of lines do not count. */
export class Quotes {
  constructor(private readonly searches: Pick<SearchService, 'search'>) {}

  /**
   * Returns the first section of a file that has a quote; null where none has. Throws a 422 for a quote without a letter or a digit, or
   * with too many words. `path` is normalised.
   */
  async find(workspace: Workspace, path: string, quote: string): Promise<SearchResult | null> {
    const query = `"${quote.replaceAll('"', ' ')}"`;
    const { results } = await this.searches.search(workspace, query, { limit: 1, path }, 'quote');
    const [found] = results;
    return found?.path === path && found.match === 'exact' ? found : null;
  }

  /** Returns the beginning of a quote that a file has at most, by whole words; '' where it has none of it. */
  async beginning(workspace: Workspace, path: string, quote: string): Promise<string> {
    const words = quote.split(/\s+/).filter((word) => termsOf(word).length > 0);
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (await this.hasAny(workspace, path, words.slice(0, middle).join(' '))) low = middle;
      else high = middle - 1;
    }
    return words.slice(0, low).join(' ');
  }

  private async hasAny(workspace: Workspace, path: string, quote: string): Promise<boolean> {
    try {
      return (await this.find(workspace, path, quote)) !== null;
    } catch (error) {
      if (error instanceof MetarunError) return false;
      throw error;
    }
  }
}
