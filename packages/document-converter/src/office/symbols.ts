// Characters of symbol fonts, which Word identifies by font and code.

const SYMBOL: readonly (readonly [number, string])[] = [
  [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?'],
  [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  [0x60, '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓'],
  [0xb0, '°±″≥×∝∂•÷≠≡≈…│─↵'],
  [0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉'],
  [0xd0, '∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓'],
  [0xe0, '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
];
const WINGDINGS: readonly (readonly [number, string])[] = [
  [0x21, '✏✂✁'],
  [0x28, '☎✆✉'],
  [0x36, '⌛⌨'],
  [0x3e, '✇✍'],
  [0x41, '✌'],
  [0x45, '☜☞☝☟'],
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0x4e, '☠⚐'],
  [0x51, '✈☼'],
  [0x54, '❄'],
  [0x58, '✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓'],
  [0x6c, '●❍■□'],
  [0x71, '❑❒⬧⧫◆❖⬥⌧'],
  [0x7a, '⌘❀✿❝❞'],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•▪○'],
  [0xa7, '▪◻'],
  [0xaa, '✦★✶✴✹✵'],
  [0xb5, '✪✰'],
  [0xd5, '⌫⌦'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘➔'],
  [0xef, '⇦⇨⇧⇩⬄⇳'],
  [0xfb, '✗✔☒☑'],
];
const WINGDINGS_2: readonly (readonly [number, string])[] = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x96, '•●'],
  [0xa2, '■□'],
];
const FONTS = new Map<string, Map<number, string>>(
  [
    ['symbol', SYMBOL] as const,
    ['wingdings', WINGDINGS] as const,
    ['wingdings 2', WINGDINGS_2] as const,
  ].map(([font, stretches]) => [font, buildSignMap(stretches)] as const),
);

function buildSignMap(stretches: readonly (readonly [number, string])[]): Map<number, string> {
  return new Map(
    stretches.flatMap(([first, signs]) =>
      [...signs].map((sign, index) => [first + index, sign] as const),
    ),
  );
}

/**
 * Returns the Unicode character of a symbol; undefined if Unicode has none.
 * @param code hexadecimal, such as `F0FE`: symbol fonts use F000 to F0FF
 */
export function symbolSign(font: string, code: string): string | undefined {
  const number = Number.parseInt(code, 16);
  if (!Number.isInteger(number) || number > 0xffff) return undefined;
  const signs = FONTS.get(font.toLowerCase());
  const own = number >= 0xf000 && number <= 0xf0ff ? number - 0xf000 : number;
  if (signs !== undefined) return signs.get(own);
  // A font with letters uses Unicode.
  return number >= 0x20 && (number < 0xd800 || number > 0xf8ff)
    ? String.fromCharCode(number)
    : undefined;
}
