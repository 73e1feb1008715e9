// Builds documents from the destinations and control words of RTF 1.9 that contain text.
import { type Construction } from './constructs.js';

const DELETED = 'Text that a reviewer has deleted';
const HIDDEN = 'Hidden text';

class RtfMaker {
  constructor(private readonly made: Construction) {}

  document(): Buffer {
    const { made } = this;
    const header = made.random.percent(30)
      ? `{\\header ${made.hidden('Headers of pages')}\\par}`
      : '';
    const body = Array.from({ length: 2 + made.random.below(5) }, () => this.#block(3)).join('\n');
    const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 Arial;}}{\\stylesheet{\\s1 heading 1;}}{\\info{\\title prompt}}${header}${body}}`;
    return Buffer.from(rtf, 'latin1');
  }

  #block(depth: number): string {
    const { made } = this;
    const cell = () => `${this.#line(depth - 1)}\\cell `;
    const row = () => `\\trowd\\cellx1000\\cellx2000\\pard\\intbl ${cell()}${cell()}\\row `;
    const nested = () =>
      `\\trowd\\cellx1000\\cellx2000\\pard\\intbl ${made.word()}\\par\\pard\\intbl\\itap2 ${made.word()}\\nestcell ${made.word()}\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}\\pard\\intbl ${made.word()}\\cell ${made.word()}\\cell\\row `;
    return made.one(
      depth,
      [
        () => `\\pard ${this.#line(depth)}\\par `,
        () => `{\\pard\\s1\\outlinelevel0 ${this.#line(0)}\\par}`,
        () => `\\pard\\ls1\\ilvl0{\\listtext\\tab 1.\\tab}${this.#line(depth)}\\par `,
        () => `{\\pard{\\pntext\\bullet\\tab}{\\*\\pn\\pnlvlblt}${this.#line(depth)}\\par}`,
      ],
      [() => `${made.some(3, row)}\\pard `, () => `${nested()}\\pard `],
    );
  }

  #line(depth: number): string {
    return this.made.some(3, () => this.#inline(depth));
  }

  #inline(depth: number): string {
    const { made } = this;
    const inner = () => this.#inline(depth - 1);
    return made.one(
      depth,
      [
        () => `${made.word()} `,
        () => `{\\b ${made.word()}} `,
        () => `{\\v ${made.hidden(HIDDEN)}}`,
        () => `{\\deleted ${made.hidden(DELETED)}}`,
        () =>
          `{\\field{\\*\\fldinst{ FORMCHECKBOX {\\*\\formfield{\\fftype1\\ffres1}}}}{\\fldrslt}} `,
        () =>
          `{\\field{\\*\\fldinst FORMDROPDOWN {\\*\\formfield{\\fftype2\\ffres1{\\*\\ffl no}{\\*\\ffl ${made.word()}}}}}{\\fldrslt}} `,
        () =>
          `{\\field{\\*\\fldinst FORMTEXT {\\*\\formfield{\\fftype0{\\*\\ffdeftext prompt}}}}{\\fldrslt ${made.word()}}} `,
        () => `{\\upr{prompt}{\\*\\ud{${made.word()}}}} `,
        () => `{\\*\\unknown prompt}`,
        () => `${made.word()} ${made.unknown((word) => `{\\strange ${word}}`)} `,
        () => `{\\*\\bkmkstart b}${made.word()}{\\*\\bkmkend b} `,
      ],
      [
        () => `{\\i ${inner()}}`,
        () =>
          `{\\field{\\*\\fldinst HYPERLINK "https://example.com/"}{\\fldrslt ${made.word()} ${inner()}}} `,
        () => `{\\field{\\*\\fldinst DATE}{\\fldrslt {${inner()}}}} `,
        () => `{\\footnote\\pard ${this.#line(0)}} `,
        () =>
          `{\\*\\atnid A}{\\*\\atnauthor Ada}\\chatn{\\*\\annotation\\pard{\\*\\atnref 1}${this.#line(0)}} `,
        () =>
          `{\\shp{\\*\\shpinst\\shpleft1{\\sp{\\sn wzDescription}{\\sv ${made.word()}}}{\\shptxt ${this.#block(depth - 1)}}}{\\shprslt old}} `,
        () => `{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv ${made.word()}}}}} `,
        () =>
          `{\\shp{\\*\\shpinst{\\sp{\\sn fHidden}{\\sv 1}}{\\shptxt ${made.hidden('Hidden shapes')}\\par}}} `,
        () => `{\\*\\do\\dptxbx{\\dptxbxtext\\pard ${made.word()}\\par}} `,
        () =>
          `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ${made.word()}}}}\\pngblip 89504e47}}{\\nonshppict{\\pict\\wmetafile8 00}} `,
        () => `{\\object\\objemb{\\*\\objdata 00}{\\result ${made.word()}}} `,
      ],
    );
  }
}

export function makeRtfConstructs(made: Construction): Buffer {
  return new RtfMaker(made).document();
}
