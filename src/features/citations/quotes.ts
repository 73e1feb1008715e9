import { MetarunError } from '../../base/kernel/errors.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { termsOf } from '../search/analyzer.js';
import type { QuotedPart, SearchService } from '../search/search.service.js';

/** Finds quotes in files by the index. */
export class Quotes {
  constructor(private readonly searches: Pick<SearchService, 'findQuote'>) {}

  /** Returns where a file has a quote; null where it has not. `path` is normalised. Errors are those of {@link SearchService.findQuote}. */
  find(workspace: Workspace, path: string, quote: string): Promise<QuotedPart | null> {
    return this.searches.findQuote(workspace, path, quote);
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
