// Fields of Word documents and RTF: an instruction and usually a result.
import { safeUrl } from '../input/urls.js';
import { symbolSign } from './symbols.js';

/** Fields without a visible result, or with one that is only computed for printing. */
const UNSEEN =
  /^\s*(?:XE|TC|RD|TA|SET|ASK|PRIVATE|BIBLIOGRAPHY|INDEX|TOA|TOC|PAGE|PAGEREF|NUMPAGES|SECTION|SECTIONPAGES|SEQ|STYLEREF|LISTNUM|HYPERLINK|FORM\w+|NEXT|NEXTIF|SKIPIF|ADVANCE|DOCVARIABLE|IF|EQ|MACROBUTTON|GOTOBUTTON|=)(?:\s|\\|$)/i;

/** Returns whether a field without a stored result should have one. */
export function wantsResult(instruction: string): boolean {
  return instruction.trim() !== '' && !UNSEEN.test(instruction);
}

/** Returns whether a field draws a formula, which has no text. */
export function drawsFormula(instruction: string): boolean {
  return /^\s*EQ\s/i.test(instruction);
}

/** Returns the target of a link field; undefined for other fields, and for targets that are not kept. */
export function linkOfField(instruction: string): string | undefined {
  const [, quotedUrl, bare] =
    /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))/i.exec(instruction) ?? [];
  const target = quotedUrl ?? bare;
  if (target === undefined || target.startsWith('#')) return undefined;
  const fragment = /\s\\l\s+"([^"]*)"/.exec(instruction)?.[1];
  const url = target.replaceAll('\\\\', '\\');
  const isWhole = fragment === undefined || url.includes('#');
  return safeUrl(isWhole ? url : `${url}#${encodeURI(fragment.toWellFormed())}`);
}

/** Returns the character of a symbol field; undefined for other fields. */
export function signOfField(instruction: string): string | undefined {
  const [, code, hex] = /^\s*SYMBOL\s+(?:(\d+)|0x([\da-f]+))/i.exec(instruction) ?? [];
  if (code === undefined && hex === undefined) return undefined;
  const font = /\\f\s+"?([^"\\]+?)"?\s*(?:\\|$)/.exec(instruction)?.[1] ?? '';
  return symbolSign(font, hex ?? Number(code).toString(16));
}

/** Returns the text of a button field; undefined for other fields. */
export function promptOfField(instruction: string): string | undefined {
  const text = /^\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s(.*)$/is.exec(instruction)?.[1]?.trim();
  return text === '' ? undefined : text;
}

/** Returns the character of a check box. */
export function checkBox(isChecked: boolean): string {
  return isChecked ? '☒' : '☐';
}
