import { type XmlNode } from '../input/xml-nodes.js';
import { isBalancedTex, keepsSigns } from './kept-signs.js';
import { type Formula } from './mathml.js';

const MAX_DEPTH = 60;
const DELETED = new Set(['del', 'moveFrom']);
/** Functions with a TeX command. */
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
const DELIMITERS: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '‖': '\\|',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
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

/**
 * Returns an Office formula (OMML) as TeX, or its characters with spaces between them if TeX would lose any; undefined
 * if it is empty.
 */
export function ommlFormula(root: XmlNode): Formula | undefined {
  const signs = collectSigns(root);
  const written = tidy(childrenTex(root, 0));
  if (signs.join('') === '') return undefined;
  return isBalancedTex(written) && keepsSigns(written, signs)
    ? { tex: written }
    : { text: signs.join(' ') };
}

/** Returns the characters, except those that a reviewer has deleted. */
function collectSigns(node: XmlNode): string[] {
  return node.elements.flatMap((each) => {
    if (DELETED.has(each.name)) return [];
    return each.name === 't' ? [each.text.trim()] : collectSigns(each);
  });
}

function tidy(tex: string): string {
  return tex.replaceAll(/\s+/g, ' ').trim();
}

function childrenTex(element: XmlNode | undefined, depth: number): string {
  if (element === undefined) return '';
  if (depth > MAX_DEPTH) return texText(element.text.trim());
  return element.elements.map((each) => tex(each, depth + 1)).join('');
}

function tex(element: XmlNode, depth: number): string {
  const part = (name: string) => tidy(childrenTex(element.child(name), depth));
  switch (element.name) {
    case 'r':
      return run(element);
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
    case 'groupChr':
      return groupedBy(element, part('e'));
    case 'borderBox':
      return `\\boxed{${part('e')}}`;
    case 'del':
    case 'moveFrom':
      return '';
    default:
      return element.name.endsWith('Pr') ? '' : childrenTex(element, depth);
  }
}

function run(element: XmlNode): string {
  const value = element
    .descendants('t')
    .map(({ text }) => text)
    .join('');
  const properties = element.child('rPr');
  const isText = properties !== undefined && properties.child('nor') !== undefined;
  return isText && /[\p{L}\p{N}]/u.test(value) ? `\\text{${texText(value)}}` : texText(value);
}

function groupedBy(element: XmlNode, inner: string): string {
  const above = property(element, 'groupChrPr', 'pos') === 'top';
  const sign = property(element, 'groupChrPr', 'chr') ?? '\u23df';
  if (sign === '\u23df' || sign === '\u23de') return `\\${above ? 'over' : 'under'}brace{${inner}}`;
  return `\\${above ? 'over' : 'under'}set{${texText(sign)}}{${inner}}`;
}

function property(element: XmlNode, group: string, name: string): string | undefined {
  const properties = element.child(group);
  return properties && properties.child(name)?.attribute('val');
}

function delimited(element: XmlNode, depth: number): string {
  const left = property(element, 'dPr', 'begChr') ?? '(';
  const right = property(element, 'dPr', 'endChr') ?? ')';
  const between = property(element, 'dPr', 'sepChr') ?? '|';
  const parts = element.elements
    .filter((each) => each.name === 'e')
    .map((each) => tidy(childrenTex(each, depth)));
  const inner = parts.join(between);
  if (!/\\frac|\\sum|\\int|\\begin/.test(inner)) return `${brace(left)}${inner}${brace(right)}`;
  return `\\left${brace(left) || '.'}${inner}\\right${brace(right) || '.'}`;
}

function brace(sign: string): string {
  return DELIMITERS[sign] ?? sign;
}

function matrix(element: XmlNode, depth: number): string {
  const lines = element.elements
    .filter((each) => each.name === 'mr')
    .map((row) => row.elements.map((cell) => tidy(childrenTex(cell, depth))).join(' & '));
  return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`;
}

function rows(element: XmlNode, depth: number): string {
  return element.elements
    .filter((each) => each.name === 'e')
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
      if (sign === '\\') return '\\backslash ';
      if (sign === '^' || sign === '~') return `\\text{${sign}}`;
      return /[#$%&{}_]/.test(sign) ? `\\${sign}` : sign;
    })
    .join('');
}
