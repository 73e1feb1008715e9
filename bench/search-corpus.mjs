/** Approximate size of a document in bytes. */
export const BYTES = 5_000;
const WORDS = 20_000;
/** One in this number of files contains the rare word. */
const RARE_EVERY = 500;

/** Searches by name: the text and further parameters. */
export const QUERIES = {
  'a word of few files': { q: 'rareword' },
  'a word of most files': { q: 'wa' },
  'two words': { q: 'wb wc' },
  'a phrase': { q: '"wa wb"' },
  'a word, without another': { q: 'rareword -wzzz' },
  'the beginning of words': { q: 'wac*' },
  'a word in another form': { q: 'rarewords' },
  'a word with a typing error': { q: 'rareowrd' },
  'a question': { q: 'how do I find the rarewords of wzx and wab' },
  'a question of common words': { q: 'what are wa wb wc wd we and nowhereatall' },
  'a word within a directory': { q: 'wa', path: '/d7' },
  'a word that is nowhere': { q: 'nowhereatall' },
};

/** Searches that also go by meaning. */
export const BY_MEANING = {
  'a question, by meaning too': QUERIES['a question'],
  'a word of few files, by meaning too': QUERIES['a word of few files'],
  'a word within a directory, by meaning too': QUERIES['a word within a directory'],
  'a word that is nowhere, by meaning': QUERIES['a word that is nowhere'],
};

let seed = 1;
/** Returns a pseudo-random number from 0 to 1, which is the same for a document in every run. */
function random() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/**
 * Returns a word with the frequency distribution of a natural language: the n-th most frequent word is n times as rare
 * as the first.
 */
function word() {
  const rank = Math.floor(WORDS ** random());
  const stem = `w${letters(rank)}`;
  return rank > 26 && rank % 4 === 0 && random() < 0.5 ? `${stem}s` : stem;
}

/** Writes a number in letters: 1 is a, 26 is z, 27 is aa. */
function letters(number) {
  const rest = number - 1;
  return (rest < 26 ? '' : letters(Math.floor(rest / 26))) + String.fromCharCode(97 + (rest % 26));
}

export function buildPath(number) {
  return `/d${number % 20}/${number}.md`;
}

/** Returns a Markdown document of about six sections. */
export function document(number) {
  seed = Math.imul(number + 1, 0x9e_37_79_b1) >>> 0;
  let text = `# Document ${number}\n\n`;
  for (let line = 1; text.length < BYTES; line += 1) {
    if (line % 15 === 0) text += `\n## ${word()} ${word()}\n\n`;
    text += `${Array.from({ length: 12 }, word).join(' ')}.\n`;
  }
  return number % RARE_EVERY === 0 ? `${text}\nrareword\n` : text;
}
