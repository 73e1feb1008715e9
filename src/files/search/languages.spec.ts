import { describe, expect, it } from '@jest/globals';
import { type Language, detectLanguage, findStopWords } from './languages.js';

describe('the language of a text', () => {
  it.each([
    ['The refund takes five days, and it is paid to your account.', 'english'],
    ['Die Erstattung dauert fünf Tage und wird auf das Konto gezahlt.', 'german'],
    ['Le remboursement prend cinq jours et il est versé sur votre compte.', 'french'],
    ['El reembolso tarda cinco días y se paga en su cuenta.', 'spanish'],
    ['Il rimborso richiede cinque giorni e viene pagato sul conto della banca.', 'italian'],
    ['O reembolso demora cinco dias e não é pago em dinheiro.', 'portuguese'],
    ['De terugbetaling duurt vijf dagen en wordt op uw rekening gestort.', 'dutch'],
    ['Återbetalningen tar fem dagar och den betalas till ditt konto.', 'swedish'],
    ['Возврат занимает пять дней, и он будет на вашем счёте.', 'russian'],
    ['Η επιστροφή χρειάζεται πέντε ημέρες.', 'greek'],
    ['4711 0815', 'english'],
    ['Возврат', 'russian'],
  ])('the language of %s is guessed', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ['how long is the notice period', ['how', 'is', 'the']],
    ['wie lang ist die kündigungsfrist', ['wie', 'ist', 'die']],
    ['notice period', []],
    ['die kündigungsfrist', ['die']],
    ['die casting', []],
    ['dog licences', []],
    ['dog opsigelse', ['dog']],
    ['net salaries', []],
    ['war damage', []],
    ['war schaden', ['war']],
    ['where do batteries go', ['where', 'do']],
    ['когда возврат', ['когда']],
    ['dog unheard', []],
  ])('the words of %s that say nothing stand apart', (text, words) => {
    const known = new Map<Language, ReadonlySet<string>>([
      [
        'english',
        new Set([
          'notice',
          'period',
          'casting',
          'licences',
          'damage',
          'dog',
          'batteries',
          'salaries',
        ]),
      ],
      ['german', new Set(['kündigungsfrist', 'schaden', 'war', 'die'])],
      ['danish', new Set(['dog', 'opsigelse'])],
      ['lithuanian', new Set(['net'])],
      ['irish', new Set(['do', 'go'])],
      ['russian', new Set(['возврат'])],
    ]);
    expect([...findStopWords(text.split(' '), known)]).toEqual(words);
  });

  it('no word says nothing where no text is of a language that has it', () => {
    const known = new Map<Language, ReadonlySet<string>>([['english', new Set<string>()]]);
    expect([...findStopWords(['der', 'dog', 'the'], known)]).toEqual(['the']);
    expect([...findStopWords(['der', 'dog', 'the'], new Map())]).toEqual([]);
  });
});
