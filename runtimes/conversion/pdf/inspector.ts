import { processPdf } from '@firecrawl/pdf-inspector';

/** Markdown by the second engine for PDF; undefined where it reads nothing. */
export function readWithInspector(bytes: Buffer): string | undefined {
  try {
    return processPdf(bytes).markdown;
  } catch {
    return undefined;
  }
}
