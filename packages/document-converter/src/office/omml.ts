import { type Element } from 'domhandler';
import { child, childElements, descendants, localName, xmlText } from '../input/xml.js';

const MAX_DEPTH = 60;
/** Functions that TeX has a command for. */
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det gcd arg dim ker deg Pr'.split(
    ' ',
  ),
);
const OPERATORS: Record<string, string> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const ACCENTS: Record<string, string> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
};
const SIGNS: Record<string, string> = {
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '±': '\\pm',
  '×': '\\times',
  '÷': '\\div',
  '⋅': '\\cdot',
  '∞': '\\infty',
  '→': '\\to',
  '∈': '\\in',
  '∂': '\\partial',
  '∇': '\\nabla',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\epsilon',
  θ: '\\theta',
  λ: '\\lambda',
  μ: '\\mu',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\phi',
  ω: '\\omega',
  Δ: '\\Delta',
  Σ: '\\Sigma',
  Ω: '\\Omega',
};

/** Returns a formula of Office (OMML) as TeX. */
export function ommlToTex(element: Element): string {
  return tidy(childrenTex(element, 0));
}

function tidy(tex: string): string {
  return tex.replaceAll(/\s+/g, ' ').trim();
}

function childrenTex(element: Element | undefined, depth: number): string {
  if (element === undefined) return '';
  if (depth > MAX_DEPTH) return texText(xmlText(element));
  return childElements(element)
    .map((each) => tex(each, depth + 1))
    .join('');
}

function tex(element: Element, depth: number): string {
  const part = (name: string) => tidy(childrenTex(child(element, name), depth));
  switch (localName(element)) {
    case 'r':
      return descendants(element, 't')
        .map((each) =>
          texText(each.children.map((node) => ('data' in node ? node.data : '')).join('')),
        )
        .join('');
    case 'f':
      return property(element, 'fPr', 'type') === 'lin'
        ? `${part('num')}/${part('den')}`
        : `\\frac{${part('num')}}{${part('den')}}`;
    case 'sSup':
      return `${base(part('e'))}^{${part('sup')}}`;
    case 'sSub':
      return `${base(part('e'))}_{${part('sub')}}`;
    case 'sSubSup':
      return `${base(part('e'))}_{${part('sub')}}^{${part('sup')}}`;
    case 'sPre':
      return `{}_{${part('sub')}}^{${part('sup')}}${part('e')}`;
    case 'rad': {
      const degree = part('deg');
      return degree === '' ? `\\sqrt{${part('e')}}` : `\\sqrt[${degree}]{${part('e')}}`;
    }
    case 'd':
      return delimited(element, depth);
    case 'nary': {
      const sign = property(element, 'naryPr', 'chr') ?? '∫';
      return `${OPERATORS[sign] ?? sign}${limits(part('sub'), part('sup'))} ${part('e')}`;
    }
    case 'func':
      return `${functionName(part('fName'))}${argument(part('e'))}`;
    case 'limLow':
      return `${functionName(part('e'))}_{${part('lim')}}`;
    case 'limUpp':
      return `${functionName(part('e'))}^{${part('lim')}}`;
    case 'acc': {
      const accent = ACCENTS[property(element, 'accPr', 'chr') ?? '\u0302'];
      return `${accent ?? '\\hat'}{${part('e')}}`;
    }
    case 'bar':
      return property(element, 'barPr', 'pos') === 'top'
        ? `\\overline{${part('e')}}`
        : `\\underline{${part('e')}}`;
    case 'm':
      return matrix(element, depth);
    case 'eqArr':
      return `\\begin{aligned}${rows(element, depth)}\\end{aligned}`;
    default:
      return localName(element).endsWith('Pr') ? '' : childrenTex(element, depth);
  }
}

function property(element: Element, group: string, name: string): string | undefined {
  const properties = child(element, group);
  return properties && child(properties, name)?.attribs['m:val'];
}

function delimited(element: Element, depth: number): string {
  const left = property(element, 'dPr', 'begChr') ?? '(';
  const right = property(element, 'dPr', 'endChr') ?? ')';
  const between = property(element, 'dPr', 'sepChr') ?? '|';
  const parts = childElements(element)
    .filter((each) => localName(each) === 'e')
    .map((each) => tidy(childrenTex(each, depth)));
  const inner = parts.join(between);
  if (!/\\frac|\\sum|\\int|\\begin/.test(inner)) return `${brace(left)}${inner}${brace(right)}`;
  return `\\left${brace(left) || '.'}${inner}\\right${brace(right) || '.'}`;
}

function brace(sign: string): string {
  return sign === '{' || sign === '}' ? `\\${sign}` : sign;
}

function matrix(element: Element, depth: number): string {
  const lines = childElements(element)
    .filter((each) => localName(each) === 'mr')
    .map((row) =>
      childElements(row)
        .map((cell) => tidy(childrenTex(cell, depth)))
        .join(' & '),
    );
  return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`;
}

function rows(element: Element, depth: number): string {
  return childElements(element)
    .filter((each) => localName(each) === 'e')
    .map((each) => tidy(childrenTex(each, depth)))
    .join(' \\\\ ');
}

function limits(low: string, high: string): string {
  return `${low === '' ? '' : `_{${low}}`}${high === '' ? '' : `^{${high}}`}`;
}

function base(tex: string): string {
  return tex.length <= 1 || /^\\[A-Za-z]+$/.test(tex) ? tex : `{${tex}}`;
}

function functionName(name: string): string {
  return FUNCTIONS.has(name) ? `\\${name}` : name;
}

function argument(tex: string): string {
  return tex.startsWith('(') ? tex : ` ${tex}`;
}

function texText(value: string): string {
  return [...value]
    .map((sign) => {
      const command = SIGNS[sign];
      if (command !== undefined) return `${command} `;
      return /[#$%&{}]/.test(sign) ? `\\${sign}` : sign;
    })
    .join('');
}
