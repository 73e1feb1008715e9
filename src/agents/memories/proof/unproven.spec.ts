import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { findUnproven } from './unproven.js';

/** `true` repeats the quote in other words; `changed` has one wrong detail. */
interface Pair {
  quote: string;
  true: string;
  changed: string;
}

const PAIRS = JSON.parse(
  readFileSync(
    new URL('../../../../test/fixtures/memory-candidates.json', import.meta.url),
    'utf8',
  ),
) as Pair[];

describe('the proof of a memory by its quotes', () => {
  it('no candidate of 100 with a changed detail is proved, and 95 of 100 true ones are', () => {
    const proved = (text: string, quote: string): boolean =>
      findUnproven(text, [quote]).length === 0;
    expect(PAIRS).toHaveLength(100);
    expect(PAIRS.filter(({ changed, quote }) => proved(changed, quote))).toEqual([]);
    const refused = PAIRS.filter((pair) => !proved(pair.true, pair.quote));
    expect(refused.length).toBeLessThanOrEqual(5);
  });

  it.each<[text: string, quote: string, unproven: string[]]>([
    [
      'ACME pays to DE89 3704 0044 0532 0130 01',
      'ACME: DE89 3704 0044 0532 0130 00',
      ['DE89370400440532013001'],
    ],
    ['Orders above 600 EUR need approval', 'approval is needed above 500 EUR', ['600']],
    ['The limit is 500 GBP a day', 'limit: 500 EUR per day', ['500']],
    ['The office is closed on 4 March 2026', 'office closed on 2026-03-03', ['4 March 2026']],
    ['The gate closes at 5:30 pm', 'the gate closes at 17:40', ['5:30 pm']],
    ['Globex always pays late', 'they always pay late, all of them', ['Globex']],
    ['ACME always pays late', 'Globex always pays late', ['ACME']],
    ['Reports go to ann@acme.example', 'reports go to bob@acme.example', ['ann@acme.example']],
    ['Files are in /srv/data/out', 'files are put into /srv/data/in', ['/srv/data/out']],
    ['ACME wants paper copies', 'ACME does not want paper copies', ['paper', 'copies']],
    ['ACME does not want paper copies', 'ACME wants paper copies', ['not']],
    ['Backups run monthly', 'backups run weekly', ['monthly']],
    ['The job runs after 8:00', 'the job runs before 8:00', ['after']],
    ['The admin page is on port 8080', 'the API is on port 8080, the admin page on 9090', ['8080']],
    ['Robert Lopez signs', 'Maria Lopez signs and Robert Chen pays', ['Robert', 'Lopez']],
    ['Parcels leave the warehouse', 'a copy for ACME', ['Parcels', 'leave', 'warehouse']],
    ['It is so', 'anything at all is said here', ['It', 'is', 'so']],
  ])('a detail that the quotes do not say is named: %s / %s', (text, quote, unproven) => {
    expect(findUnproven(text, [quote])).toEqual(unproven);
  });

  it.each<[text: string, ...quotes: string[]]>([
    ['The IBAN of ACME is DE89370400440532013000', 'ACME has DE89 3704 0044 0532 0130 00'],
    ['Orders over €5,000 need approval by Dana', 'Dana approves any order above 5000 EUR'],
    ['The office is closed on 3 March 2026', 'closed (office): 2026-03-03'],
    ['The gate closes at 5:30 pm', 'the gate closes at 17:30'],
    ['ACME pays within 30 days', 'terms of ACME: 30-day payment'],
    ['ACME is in Rome', 'the customer is ACME', 'the customer is in Rome'],
    ['Die Rechnung geht an die Buchhaltung', 'die Rechnung bitte an die Buchhaltung schicken'],
  ])('a text that its quotes say in other words is proved: %s', (text, ...quotes) => {
    expect(findUnproven(text, quotes)).toEqual([]);
  });
});
