// Alternative forms of one text, such as HTML and plain text. Content that both contain is kept once.
import { extractWords } from './letters.js';
import { takeTree } from './tree-texts.js';
import { type Block } from '../tree.js';

/** Placeholder of a picture in a text, as written by Gmail and Outlook. */
const PICTURE = /\[(?:image|cid):[^\]\n]{0,300}\]/gi;
const URL_LIKE = /^\W*(https?:\/\/([^\s/>?#]+)[^\s>]*)/i;

/** A text split into the part that other blocks contain and the part that they do not. */
export interface Rest {
  /** Lines with the words that only the text contains. */
  lines: string[];
  known: string[];
  /** True if the other blocks have any text. */
  isRest: boolean;
}

/** Returns the part of a text that the blocks do not contain. */
export function extractRest(text: string, blocks: Block[]): Rest {
  const said = new Set<string>();
  const hosts = new Set<string>();
  const add = (value: string) => {
    for (const word of extractWords(value.normalize('NFKC').toLowerCase())) said.add(word);
  };
  const urls: string[] = [];
  const url = (target: string) => urls.push(target);
  takeTree({ blocks, notes: [] }, { text: add, alt: add, laid: add, url });
  const isRest = said.size > 0;
  for (const target of urls) {
    add(target);
    hosts.add(parseHost(target));
  }
  const isKnown = (token: string): boolean => {
    const [, url, host = ''] = URL_LIKE.exec(token) ?? [];
    // Tracking parameters make the links of one mail differ between its forms.
    if (url !== undefined && hosts.has(host.toLowerCase())) return true;
    return extractWords(token.normalize('NFKC').toLowerCase()).every((word) => said.has(word));
  };
  const rest: Rest = { lines: [], known: [], isRest };
  for (const line of text.split(/\r\n?|\n/)) {
    const pictures = line.match(PICTURE) ?? [];
    const tokens = line
      .replaceAll(PICTURE, ' ')
      .split(/\s+/)
      .filter((token) => token !== '');
    const unknown = tokens.filter((token) => !isKnown(token));
    if (unknown.length > 0) rest.lines.push(unknown.join(' '));
    rest.known.push([...pictures, ...tokens.filter((token) => !unknown.includes(token))].join(' '));
  }
  return rest;
}

function parseHost(url: string): string {
  return URL_LIKE.exec(url)?.[2]?.toLowerCase() ?? '';
}
