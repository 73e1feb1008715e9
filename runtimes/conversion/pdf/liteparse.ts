// The one file that knows the first engine for PDF.
import {
  LiteParse,
  type LiteParseConfig,
  type ParsedPage,
  type ParseResult,
} from '@llamaindex/liteparse';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { isSpread } from './spread.js';

export interface Page {
  markdown: string;
  /** Texts of annotations. */
  comments: string[];
}

/** Pages beyond this are not converted: a book has fewer. */
const MAX_PAGES = 5000;
/** Pictures that are smaller, in points, are bullets, lines and logos of applications. */
const MIN_PICTURE = 24;
const SPREAD_OVERLAP = 0.02;

const OPTIONS: Partial<LiteParseConfig> = {
  ocrEnabled: false,
  outputFormat: 'markdown',
  imageMode: 'placeholder',
  extractImages: true,
  extractAnnotations: true,
  continueOnPageError: true,
  maxPages: MAX_PAGES,
  numWorkers: 1,
  quiet: true,
};

/** @throws DocumentError for what is encrypted or no PDF */
export async function readWithLiteParse(source: Source): Promise<Page[]> {
  const result = await parse(source.bytes, OPTIONS);
  if (result.totalPages > result.pages.length + (result.pageErrors?.length ?? 0))
    source.warnings.push(
      `Only ${result.pages.length} of ${result.totalPages} pages were converted.`,
    );
  if ((result.pageErrors?.length ?? 0) > 0)
    source.warnings.push(`${result.pageErrors?.length} pages could not be read.`);
  const pictures = keepPictures(result, source);
  const pages: Page[] = [];
  for (const page of result.pages) {
    const markdown = isSpread(page) ? await halves(source.bytes, page) : (page.markdown ?? '');
    pages.push({ markdown: linkPictures(markdown, pictures), comments: commentsOf(page) });
  }
  return pages;
}

async function parse(bytes: Buffer, options: Partial<LiteParseConfig>): Promise<ParseResult> {
  try {
    return await new LiteParse(options).parse(bytes);
  } catch (error) {
    const message = String(error);
    if (/password|encrypt/i.test(message))
      throw new DocumentError('unreadable', 'The PDF is protected by a password.');
    throw new DocumentError('unreadable', 'The PDF is damaged: it cannot be read.');
  }
}

/** Two facing pages on one sheet, the left one first. */
async function halves(bytes: Buffer, page: ParsedPage): Promise<string> {
  const parts: string[] = [];
  for (const side of ['right', 'left'] as const) {
    const cropBox = { left: 0, right: 0, top: 0, bottom: 0, [side]: 0.5 - SPREAD_OVERLAP / 2 };
    const result = await parse(bytes, {
      ...OPTIONS,
      extractImages: false,
      targetPages: String(page.pageNum),
      cropBox,
    });
    parts.push(result.pages[0]?.markdown ?? '');
  }
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

function keepPictures(result: ParseResult, source: Source): Map<string, string> {
  const urls = new Map<string, string>();
  for (const image of result.images ?? []) {
    const { width, height } = image.bbox;
    if (width < MIN_PICTURE || height < MIN_PICTURE) continue;
    const earlier = image.duplicateOf === undefined ? undefined : urls.get(image.duplicateOf);
    const name = `page-${image.page}.${image.format}`;
    const url = earlier ?? source.media.add(name, `image/${image.format}`, image.bytes);
    if (url !== undefined) urls.set(image.id, url);
  }
  return urls;
}

/** The engine names pictures `img_<id>.<format>`; those that are not kept lose their place. */
function linkPictures(markdown: string, urls: Map<string, string>): string {
  return markdown.replaceAll(
    /!\[([^\]]{0,999})\]\((?:[^)]{0,999}\/)?(?:img|image)_([\w-]+)\.\w+\)/g,
    (_, alt: string, id: string) => {
      const url = urls.get(id);
      return url === undefined ? alt : `![${alt}](${url})`;
    },
  );
}

function commentsOf(page: ParsedPage): string[] {
  return (page.annotations ?? [])
    .filter(({ subtype }) => !/link|widget|popup/i.test(subtype))
    .map(({ contents = '' }) => contents.replaceAll(/\r\n?/g, '\n').trim())
    .filter((contents) => contents !== '');
}
