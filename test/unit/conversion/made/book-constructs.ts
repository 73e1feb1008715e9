// Builds books of FictionBook 2.1 and EPUB 3 and feeds of RSS 2.0 and Atom (RFC 4287) from the elements that contain
// text.
import { buildZip } from '../../../support/documents/zip.js';
import { type Construction } from './constructs.js';
import { PageMaker } from './page-constructs.js';

const STYLES = ['strong', 'emphasis', 'style', 'strikethrough', 'sub', 'sup', 'code'];
const DC =
  'title creator publisher date language description contributor subject source relation coverage rights'.split(
    ' ',
  );

class BookMaker {
  readonly #notes: string[] = [];

  constructor(private readonly made: Construction) {}

  book(): string {
    const { made } = this;
    const { random } = made;
    const tag = (name: string) => `<${name}>${made.word()}</${name}>`;
    const author = (name: string) =>
      `<${name}>${tag('first-name')}${tag('middle-name')}${tag('last-name')}${tag('nickname')}${tag('email')}</${name}>`;
    const some = (...all: (() => string)[]) =>
      all
        .filter(() => random.percent(50))
        .map((each) => each())
        .join('');
    const info = `<title-info><genre>prompt</genre>${author('author')}${tag('book-title')}${some(
      () => `<annotation>${this.#text(1)}</annotation>`,
      () => tag('keywords'),
      () => `<date value="2026">${made.word()}</date>`,
      () => `<coverpage><image l:href="#none" alt="${made.word()}"/></coverpage>`,
      () => tag('lang'),
      () => tag('src-lang'),
      () => author('translator'),
      () => `<sequence name="${made.word()}" number="1"/>`,
    )}</title-info>`;
    const published = `<publish-info>${some(
      () => tag('book-name'),
      () => tag('publisher'),
      () => tag('city'),
      () => tag('year'),
      () => tag('isbn'),
    )}</publish-info>`;
    const sections = made.some(3, () => this.#section(2));
    const body = `<body>${some(
      () => this.#title(),
      () => `<epigraph>${this.#text(0)}</epigraph>`,
    )}${sections}</body>`;
    const notes = this.#notes.map(
      (id) =>
        `<section id="${id}">${random.percent(50) ? `<title><p>${made.word()}</p></title>` : '<title><p>1</p></title>'}${this.#plain()}</section>`,
    );
    const unused = random.percent(30)
      ? `<section id="unused"><title>${this.#plain()}</title>${this.#plain()}</section>`
      : '';
    return `<?xml version="1.0" encoding="utf-8"?><FictionBook xmlns:l="http://www.w3.org/1999/xlink"><stylesheet>prompt</stylesheet><description>${info}<document-info><author><nickname>prompt</nickname></author></document-info>${published}<custom-info info-type="x">prompt</custom-info></description>${body}<body name="notes">${random.percent(50) ? this.#title() : ''}${notes.join('')}${unused}</body><binary id="b">prompt</binary></FictionBook>`;
  }

  #title(): string {
    return `<title><p>${this.made.word()}</p><empty-line/><p>${this.#inline(1)}</p></title>`;
  }

  #plain(): string {
    return `<p>${this.made.word()}</p>`;
  }

  #section(depth: number): string {
    const inner =
      depth > 0 && this.made.random.percent(50)
        ? this.made.some(2, () => this.#section(depth - 1))
        : this.#text(depth);
    return `<section>${this.made.random.percent(50) ? this.#title() : ''}${inner}</section>`;
  }

  #text(depth: number): string {
    const { made } = this;
    return made.some(4, () =>
      made.one(
        depth,
        [
          () => `<p>${this.#inline(2)}</p>`,
          () => `<subtitle>${this.#inline(1)}</subtitle>`,
          () => '<empty-line/>',
          () => `<image l:href="#none" alt="${made.word()}" title="${made.word()}"/>`,
          () =>
            `<poem>${this.#title()}<stanza><title>${this.#plain()}</title><subtitle>${made.word()}</subtitle><v>${this.#inline(1)}</v><v>${made.word()}</v></stanza><text-author>${made.word()}</text-author><date>${made.word()}</date></poem>`,
          () =>
            `<table><tr><th>${made.word()}</th><td>${this.#inline(1)}</td></tr><tr><td>${made.word()}</td><td><p>${made.word()}</p>${made.word()}</td></tr></table>`,
        ],
        [() => `<cite>${this.#text(depth - 1)}<text-author>${made.word()}</text-author></cite>`],
      ),
    );
  }

  #inline(depth: number): string {
    const { made } = this;
    return made.some(
      3,
      () =>
        ` ${made.one(
          depth,
          [
            () => made.word(),
            () => `<image l:href="#none" alt="${made.word()}"/>`,
            () => {
              const id = `n${made.count('note')}`;
              this.#notes.push(id);
              return `<a l:href="#${id}" type="note">${made.random.percent(50) ? '[1]' : made.word()}</a>`;
            },
          ],
          [
            () => {
              const style = made.random.pick(STYLES);
              return `<${style}>${this.#inline(depth - 1)}</${style}>`;
            },
            () => `<a l:href="https://example.com/">${made.word()}</a>`,
          ],
        )} `,
    );
  }
}

export function makeBookConstructs(made: Construction): Buffer {
  return Buffer.from(new BookMaker(made).book());
}

export function makeEpubConstructs(made: Construction): Buffer {
  const { random } = made;
  const described = DC.filter(() => random.percent(60)).map(
    (name) => `<dc:${name}>${made.word()}</dc:${name}>`,
  );
  const chapters = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
    id: `c${at}`,
    page: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>prompt</title></head><body><p>${made.word()}</p>${new PageMaker(made).xhtml()}</body></html>`,
  }));
  const left = random.percent(30)
    ? `<p>${made.hidden('Pages that are not in the order of the book were left out')}</p>`
    : undefined;
  const items = [...chapters.map(({ id }) => id), ...(left === undefined ? [] : ['left'])];
  const metadata = `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${described.join('')}<dc:identifier>prompt</dc:identifier><meta property="x">prompt</meta></metadata>`;
  const manifest = items
    .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('');
  return buildZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package>${metadata}<manifest>${manifest}</manifest><spine>${chapters.map(({ id }) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map(({ id, page }) => [`${id}.xhtml`, page])),
    ...(left === undefined ? {} : { 'left.xhtml': left }),
  });
}

export function makeFeedConstructs(made: Construction): Buffer {
  const { random } = made;
  const tag = (name: string) => `<${name}>${made.word()}</${name}>`;
  const some = (...names: string[]) =>
    names
      .filter(() => random.percent(40))
      .map(tag)
      .join('');
  const html = (name: string, extra = '') => {
    const content = `<p>${made.word()} <b>${made.word()}</b></p>`;
    return `<${name}${extra}>${random.percent(50) ? `<![CDATA[${content}]]>` : content.replaceAll('<', '&lt;')}</${name}>`;
  };
  const xhtml = () => {
    const prefix = random.percent(30) ? 'x:' : '';
    const paragraphs = `<p>${made.word()}</p><p>${made.word()}<br/>${made.word()}</p><script/><p>${made.word()}</p>`;
    const content = `<div>${paragraphs}</div>`.replaceAll(/<(\/?)/g, `<$1${prefix}`);
    const declared = prefix === '' ? 'xmlns' : 'xmlns:x';
    return `<content type="xhtml" ${declared}="http://www.w3.org/1999/xhtml">${content}</content>`;
  };
  const items = (make: () => string) => made.some(4, make);
  const rss = () =>
    `<rss version="2.0"><channel>${tag('title')}<link>https://example.com/prompt</link>${html('description')}${some('language', 'copyright', 'managingEditor', 'webMaster', 'pubDate', 'lastBuildDate', 'category', 'rating', 'itunes:subtitle')}<generator>prompt</generator><docs>prompt</docs><ttl>1</ttl><image><url>prompt</url>${tag('title')}<link>prompt</link></image>${items(
      () =>
        `<item>${tag('title')}<guid>prompt</guid>${some('author', 'category', 'comments', 'source', 'pubDate', 'dc:creator', 'dc:date')}${random.percent(70) ? html('description') : ''}${random.percent(50) ? html('content:encoded') : ''}</item>`,
    )}</channel></rss>`;
  const person = (name: string) =>
    `<${name}>${tag('name')}${tag('email')}<uri>prompt</uri></${name}>`;
  const atom = () =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${tag('title')}${html('subtitle', ' type="html"')}<id>prompt</id>${some('updated', 'rights')}${person('author')}<icon>prompt</icon>${items(
      () =>
        `<entry>${tag('title')}<id>prompt</id>${some('updated', 'published', 'rights')}${person('contributor')}<category term="prompt" label="${made.word()}"/>${random.percent(50) ? html('content', ' type="html"') : xhtml()}${random.percent(50) ? html('summary', ' type="html"') : ''}<source>${tag('title')}${tag('rights')}</source></entry>`,
    )}</feed>`;
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>${random.percent(50) ? rss() : atom()}`,
  );
}

export function makeArchiveConstructs(made: Construction): Buffer {
  const { random } = made;
  const names = [
    'a.txt',
    'A.txt',
    'b/',
    'b/c.md',
    'b\\c.md',
    '__MACOSX/a',
    'd.json',
    'e.html',
    'README',
  ];
  const entries = Array.from({ length: 2 + random.below(8) }, (): readonly [string, string] => {
    const name = random.pick(names);
    if (name === '__MACOSX/a') return [name, 'prompt'];
    if (name === 'b/') return [name, ''];
    return [name, name.endsWith('.json') ? `{"a":"${made.word()}"}` : made.word()];
  });
  return buildZip(entries);
}
