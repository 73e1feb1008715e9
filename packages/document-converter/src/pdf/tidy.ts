import { alignTables } from './tables.js';

/** Characters of symbol fonts where others have bullets and boxes to tick. */
const BULLETS = '[\\u0080-\\u0084\\u0086-\\u009f\\uf000-\\uf0ff•‣◦▪▫■□●○◆◇►▸✓✔❑❒☐☑☒–]';
const BULLET_LINE = new RegExp(`^(?:#{1,6}\\s+)?(?:[-*]\\s+)?${BULLETS}\\s*(?=\\S)`, 'u');
const INNER_BULLET =
  /\s+[\u0080-\u0084\u0086-\u009f\uf06f\uf0a8\uf071\uf0b7\uf0a7\uf0fc]\s+(?=\S)/g;
const PRIVATE = /[\u0080-\u0084\u0086-\u009f\ue000-\uf8ff]/g;

/** Joined lines of a form, each with a blank before its text. */
const FILLED_IN = /^_{4,} \S[^\n]*? _{4,} \S[^\n]*$/gm;

/** Removes what engines for PDF leave over: page rules, underlines as HTML, symbols of private fonts, empty pictures. */
export function tidyPage(markdown: string): string {
  const lines = markdown
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<\/?u>/g, '')
    .replaceAll(INNER_BULLET, '\n- ')
    .replaceAll(/(?:\\_){4,}/g, (line) => line.replaceAll('\\', ''))
    .replaceAll(FILLED_IN, (line) => line.replaceAll(/(?:^|[ \t]+)(?=_{4,})/g, '\n- ').trimStart())
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.replaceAll(PRIVATE, ' ') : tidyLine(line)));
  return alignTables(lines.join('\n'))
    .replaceAll(/^ {0,3}(?:-{3,}|_{3,}|\*{3,})\s*$\n?/gm, '')
    .replaceAll(/!\[\]\(\s*\)/g, '')
    .replaceAll(/^```\w*\n\s*```$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function tidyLine(line: string): string {
  const bulleted = BULLET_LINE.test(line) && !line.startsWith('![');
  const plain = bulleted ? line.replace(BULLET_LINE, '- ').replace(/^- -\s+/, '- ') : line;
  return plain.replaceAll(PRIVATE, '').trimEnd();
}
