import { extractPagesMarkdown, processPdf } from '@firecrawl/pdf-inspector';

/** Markdown by the second engine for PDF; undefined where it reads nothing. */
export function readWithInspector(bytes: Buffer): string | undefined {
  try {
    return processPdf(bytes).markdown;
  } catch {
    return undefined;
  }
}

/** One page, the first is 0; undefined where it reads nothing. */
export function readPageWithInspector(bytes: Buffer, page: number): string | undefined {
  try {
    const markdown = extractPagesMarkdown(bytes, [page]).pages[0]?.markdown ?? '';
    return markdown.trim() === '' ? undefined : markdown;
  } catch {
    return undefined;
  }
}
