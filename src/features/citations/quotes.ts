import { MetarunError } from '../../base/kernel/errors.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { SearchResult, SearchService } from '../search/search.service.js';
import { termsOf } from '../search/analyzer.js';

/** Finds quotes in files by the index: case, markup and the ends of lines do not count. */
export class Quotes {
  constructor(private readonly searches: Pick<SearchService, 'findPhrase'>) {}

  /** Returns a section of a file that has a quote; null where none has. `path` is normalised. Errors are those of {@link SearchService.findPhrase}. */
  find(workspace: Workspace, path: string, quote: string): Promise<SearchResult | null> {
    return this.searches.findPhrase(workspace, quote, path, 'quote');
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
