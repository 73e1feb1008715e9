// Builds pages from the elements and attributes of the HTML Living Standard that contain text, including obsolete ones
// that browsers still display.
import { type Construction } from './constructs.js';

const HIDDEN = 'Hidden text was left out';
const OPTIONS = 'Options that are not chosen were left out';
/** Elements of phrasing content that contain only text. */
const PHRASING =
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var acronym big blink center font marquee nobr strike tt rb'.split(
    ' ',
  );
/** Elements of flow content that contain text and other elements. */
const FLOW =
  'address article aside blockquote details dialog div fieldset figure footer form header main nav p search section center hgroup'.split(
    ' ',
  );
/** Elements whose content is displayed if they are not supported. */
const FALLBACKS = 'object video audio canvas noscript applet slot made-up'.split(' ');
const ITEMS = ['ul', 'ol', 'menu', 'dir'];
const INPUTS =
  'text search tel url email date month week time number range color submit reset button'.split(
    ' ',
  );
/** Elements that, written as empty tags, contain everything that follows in HTML. */
const EMPTY =
  'script style title textarea iframe noscript xmp a b div span p i canvas object select button'.split(
    ' ',
  );
const XHTML = 'http://www.w3.org/1999/xhtml';
const BOXES = ['flex', 'inline-flex', 'grid', 'inline-grid'];

export class PageMaker {
  constructor(private readonly made: Construction) {}

  page(): Buffer {
    const { made } = this;
    const head = `<head><title>prompt</title><style>prompt{}</style><script>prompt</script></head>`;
    const body = made.some(6, () => this.flow(3));
    return Buffer.from(`<!doctype html><html>${head}<body>${body}</body></html>`);
  }

  /** Returns flow content as XML. */
  xhtml(): string {
    const { made } = this;
    const word = () => made.word();
    return made.some(4, () =>
      made.random.pick([
        () =>
          `<p title="${word()}">${word()}<br/>${word()} <img src="none.png" alt="${word()}"/></p>`,
        () => `<ul><li>${word()}</li><li><i/>${word()}</li></ul>`,
        () => `<section><h2>${word()}</h2><aside>${word()}</aside></section>`,
        () => `<ruby>${word()}<rt>${word()}</rt></ruby>`,
        () =>
          `<table><caption>${word()}</caption><tr><td>${word()}</td><td>${word()}</td></tr></table>`,
        () =>
          `<svg xmlns="http://www.w3.org/2000/svg"><title>${word()}</title><text>${word()}</text></svg>`,
        () => `<div hidden="hidden">${made.hidden(HIDDEN)}</div>`,
        () => `<${made.random.pick(EMPTY)}/><p>${word()}</p>`,
        () => `<p><![CDATA[${word()} < ]]>${word()}</p>`,
      ])(),
    );
  }

  /** Returns an XHTML page, in which empty elements are written as empty tags. */
  xmlPage(): Buffer {
    const { random } = this.made;
    const declaration = random.percent(50) ? '<?xml version="1.0" encoding="utf-8"?>' : '';
    const prefix = random.percent(30) ? 'x:' : '';
    const page = `<html xmlns="${XHTML}"><head><title/><script src="a.js"/></head><body>${this.xhtml()}</body></html>`;
    const named = prefix === '' ? page : prefixed(page, prefix);
    return Buffer.from(declaration + named);
  }

  /** Returns phrasing content, surrounded by spaces. */
  phrase(depth: number): string {
    const { made } = this;
    const inner = () => made.some(2, () => this.phrase(depth - 1));
    const word = () => made.word();
    const titled = () => (made.random.percent(30) ? ` title="${word()}"` : '');
    const plain = () => {
      const tag = made.random.pick(PHRASING);
      return `<${tag}${titled()}>${word()}</${tag}>`;
    };
    return ` ${made.one(
      depth,
      [
        word,
        plain,
        plain,
        () => `<a href="https://example.com/"${titled()}>${word()}</a>`,
        () => `<a href="javascript:x"${titled()}>${word()}</a>`,
        () => `<img src="https://example.com/a.png" alt="${word()}"${titled()}>`,
        () => `<img src="data:x" alt="${word()}"${titled()}>`,
        () => `<span hidden>${made.hidden(HIDDEN)}</span>`,
        () => `<i style="display:none" title="${made.hidden(HIDDEN)}">x</i>`,
        () => `<template>${made.hidden(HIDDEN)}</template>`,
        () => this.controls(),
        () => `<ruby>${word()}<rp>(</rp><rt>${word()}</rt><rp>)</rp></ruby>`,
        () =>
          `<map name=m><area href="https://example.com/" alt="${word()}"><area alt="${word()}"></map>`,
        () =>
          `<svg><title>${word()}</title><desc>${word()}</desc><g><text>${word()}<tspan x=1>${word()}</tspan></text></g><foreignObject><p>${word()}</p><p>${word()}</p></foreignObject></svg>`,
        () =>
          `<meter value=1>${word()}</meter><progress>${word()}</progress><output>${word()}</output>`,
        () => `${word()}<br>${word()}<wbr> ${word()}`,
      ],
      [
        () => {
          const tag = made.random.pick(PHRASING);
          return `<${tag}>${inner()}</${tag}>`;
        },
        () => {
          const tag = made.random.pick(FALLBACKS);
          return `<${tag}>${inner()}</${tag}>`;
        },
        () => `<label>${inner()}</label><button${titled()}>${inner()}</button>`,
        () =>
          `<span style="display:inline-block">${inner()}</span><span style="display:inline-block">${inner()}</span>`,
      ],
    )} `;
  }

  /** Returns adjacent form controls without separators. */
  controls(): string {
    const { made } = this;
    const word = () => made.word();
    return made.some(4, () =>
      made.random.pick([
        () => `<label>${word()}</label>`,
        () => `<button>${word()}</button>`,
        () => `<input type=${made.random.pick(INPUTS)} value="${word()}" placeholder="prompt">`,
        () =>
          `<input placeholder="${word()}"><input type=hidden value=prompt><input type=image alt="${word()}">`,
        () => `<input type=checkbox value=prompt><input type=radio checked title="${word()}">`,
        () =>
          `<textarea placeholder=prompt>${word()}\n${word()}</textarea><textarea placeholder="${word()}"></textarea>`,
        () =>
          `<select><option>${made.hidden(OPTIONS)}<optgroup label="${word()}"><option selected>${word()}</optgroup><option label="${made.hidden(OPTIONS)}">prompt</select>`,
        () =>
          `<select multiple><option>${word()}<optgroup label="${word()}"><option selected label="${word()}">prompt</optgroup></select>`,
        () => `<datalist><option>${made.hidden(OPTIONS)}</datalist>`,
      ])(),
    );
  }

  flow(depth: number): string {
    const { made } = this;
    const word = () => made.word();
    const phrases = () => made.some(3, () => this.phrase(depth - 1));
    const inner = () => made.some(2, () => this.flow(depth - 1));
    const titled = () => (made.random.percent(20) ? ` title="${word()}"` : '');
    return made.one(
      depth,
      [
        () => `<p${titled()}>${phrases()}</p>`,
        () => `<h${1 + made.random.below(6)}${titled()}>${phrases()}</h1>`,
        () =>
          `<pre${titled()}>${word()}\n<b>${word()}</b><div>${word()}</div><div>${word()}</div></pre>`,
        () => `<listing>${word()}</listing><xmp><b>${word()}</b></xmp>`,
        () => `<dl><dt>${phrases()}<dd>${phrases()}</dl>`,
        () => `<hr${titled()}>`,
        () => `<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>`,
        () => this.#shadow(),
        () => `<noembed><p>${word()}</p></noembed>`,
        () =>
          `<iframe srcdoc="<title>prompt</title><p title='${word()}'>${word()}</p><p>${word()}</p>"${titled()}>prompt</iframe>`,
      ],
      [
        () => {
          const tag = made.random.pick(FLOW);
          return `<${tag}${titled()}>${inner()}</${tag}>`;
        },
        () => {
          const tag = made.random.pick(FALLBACKS);
          return `<${tag}>${inner()}</${tag}>`;
        },
        () => {
          const tag = made.random.pick(ITEMS);
          const item = () =>
            made.random.percent(15)
              ? `<li hidden>${made.hidden(HIDDEN)}`
              : `<li${titled()}>${made.random.percent(20) ? '<input type=checkbox>' : ''}${phrases()}${made.random.percent(40) ? inner() : ''}`;
          return `<${tag}${titled()}>${made.some(3, item)}</${tag}>`;
        },
        () => this.#table(depth),
        () => `<details><summary>${phrases()}</summary>${inner()}</details>`,
        () => `<fieldset><legend>${phrases()}</legend>${inner()}</fieldset>`,
        () => `<figure>${inner()}<figcaption>${phrases()}</figcaption></figure>`,
        () => {
          const box = () => `<span>${word()}</span>`;
          return `<div style="display: ${made.random.pick(BOXES)}">${box()}${box()}${word()}<b>${phrases()}</b></div>`;
        },
        () => `<div style="display:none">${made.hidden(HIDDEN)}</div>`,
      ],
    );
  }

  #table(depth: number): string {
    const { made } = this;
    const titled = () => (made.random.percent(15) ? ` title="${made.word()}"` : '');
    const cell = () =>
      made.random.percent(10)
        ? `<td hidden>${made.hidden(HIDDEN)}`
        : `<${made.random.pick(['td', 'td', 'th'])}${titled()}>${made.random.percent(20) ? this.flow(depth - 1) : this.phrase(depth - 1)}`;
    const row = () => `<tr${titled()}>${made.some(3, cell)}`;
    return `<table${titled()}><caption>${made.word()}</caption><thead>${row()}<tbody>${made.some(3, row)}<tfoot>${row()}</table>`;
  }

  #shadow(): string {
    const { made } = this;
    const word = () => made.word();
    return `<my-card><template shadowrootmode=open><style>prompt</style><p>${word()} <slot></slot></p><slot name=a>prompt</slot><slot name=b>${word()}</slot></template> ${word()} <b slot=a>${word()}</b><i slot=none>${made.hidden(HIDDEN)}</i></my-card>`;
  }
}

export function makePageConstructs(made: Construction): Buffer {
  return new PageMaker(made).page();
}

export function makeXhtmlConstructs(made: Construction): Buffer {
  return new PageMaker(made).xmlPage();
}

/** Adds a prefix to the elements of a page, except those of other namespaces. */
function prefixed(page: string, prefix: string): string {
  return page
    .replaceAll(/<(\/?)(?!svg|text\b|!)(?=[a-z])/g, `<$1${prefix}`)
    .replace('xmlns=', `xmlns:${prefix.slice(0, -1)}=`);
}
