const ENGLISH = words(`
  a about across actual actually after again all almost along already also although among an and another any anyone anything are
  around as ask asked asks at be became because become becomes been before being between both but by call called can carry come comes
  could current currently did do does doing done due during each either ensure etc every everyone everything exist exists expect
  expected expects find for found from further gave get gets give given gives giving go goes going got had handle handled handles
  happen happens has have having he help her here hers him his hold holds how however if in indeed into is it its itself just keep
  keeps kept let lets like likes located made make makes making many may me might mine must my need needed needs now obtain occur
  occurs of off often on onto or other others our ours out over own per perform performed performs please prefer preferred prefers
  provide provided provides put rather really receive received receives regarding request requested requests require required requires
  said same say says see seen set sets shall she should show shown shows since so some something state stated states still such
  take taken takes than that the their theirs them then there these they thing things this those through thus to too took toward until
  up upon us use used user uses using usually via want wanted wants was way we well went were what when where whether which while who
  whom whose why will wish wishes with within work works would yes yet you your yours most least available starting according possible
`);

const GERMAN = words(`
  ab alle als am an auch auf aus bei beim bis bitte bleibt bleiben da damit dann das dass dem den der des die diese dieser dieses durch
  ein eine einem einen einer eines er erst es frau für gehen geht haben hat herr ihr ihre im immer in ist jede jeden jeder kann man mehr
  mit muss müssen nach nun nur ob oder per pro schon sein seine seit sich sie sind soll sollen sollte sowie über um und unter vom von vor
  war was wenn werden wie wir wird wurde wurden zu zum zur uhr
`);
const ROMANCE = words(`
  al au aux avec ce con dans de del des du el elle en es est et il la las le les leur lo los nous ou par pour que qui se son sont su sur
  un une vous y
`);
const FUNCTION_WORDS = new Set([...ENGLISH, ...GERMAN, ...ROMANCE]);

/** Returns whether a folded word has no meaning of its own: texts that differ only in such words may say the same. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/** Returns whether a text is German, in which all nouns are capitalised, by its words. */
export function isGerman(text: readonly string[]): boolean {
  return text.filter((word) => GERMAN.has(word) && !ENGLISH.has(word)).length > 1;
}

/** Words that negate. */
export const NEGATIONS = words(`
  no not never without none nothing nowhere neither nor cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt mustnt hasnt
  havent hadnt except excluding unless avoid avoids avoided forbid forbids forbidden
  prohibit prohibited prohibits unable disallow disallowed nicht kein keine keinen keiner nie niemals ohne sans ne jamais nunca
`);

/** Words that may replace a negation: a claim with a negation needs one of these, or a negation, in its quotes. */
export const NEGATIVES =
  /^(?:un(?!der|i|less|til)|non|dis(?!c|h|k|p|t)|mis(?!s))\p{L}{3,}$|^(?:skip|miss|lock|refus|den[iy]|reject|declin|fail|broke|break|expir|gone|dead|clos|otherwise|only|except|exclu|without|extra|instead|lack|lost|lose|stop|leave|left|off|drop|block|ban|remov|delet|cancel|bad|wrong|late)/u;

/** Nouns that may begin a sentence without counting as a name that the quotes must contain. */
export const OPENERS = words(`
  outside inside overdue outstanding late early new old further current former previous next additional daily weekly monthly both
  deposits employment employees enquiries equipment firmware holidays hotline insurance lint linter migration opening parking
  patients pupils quotes returns samples screens scrap staff standup students subscriptions tenants trucks tuition unpaid visits
  access account accounts address addresses agent agents amount amounts answer answers api application applications approval approvals
  archive article articles attachment attachments backup backups batch batches bill bills billing bookings budget build builds
  calendar channel client clients code colleague colleagues command commands company companies contact contacts contract contracts
  customer customers data database deadline default defaults delivery deliveries department deployment deployments developer developers
  device document documents domain email emails employee employees endpoint endpoints error errors event events export exports
  feature file files folder folders format formats goods group groups holiday holidays host hosts import imports information input
  invoice invoices issue issues item items job jobs key language letter letters limit limits line lines link list lists log login logs mail mails
  maintenance manager managers margin meeting meetings member members message messages method model name names network notification
  notifications office offices operation operations operator operators order orders output owner package packages page pages parcel
  parcels partner password passwords payment payments people person persons phone plan plans policy policies port preference price
  prices procedure process processing product production products program project projects purchase purchases query queries question
  questions record records refund refunds region release releases report reports repository request requests response responses result
  results returns review reviews role rule rules sales schedule script scripts security server servers service services setting
  settings shipment shipments shipping shop site size software source staff staging step steps stock storage store subscription supplier
  suppliers support system systems table tables task tasks tax team teams test tests ticket tickets tool tools traffic training
  transaction transactions transfer unit units update updates upload uploads value values vendor version versions visitor visitors
  warehouse website week window workflow worker workers
`);

/** Abbreviations that quotes rarely contain, such as "HTTP", and need not contain. */
export const GENERIC_NAMES = words(
  'api apis bic cron http https iban id ids ip ips sku skus url urls',
);

/** Numbers written as words. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    two: '2',
    twice: '2',
    double: '2',
    three: '3',
    triple: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    dozen: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    seventy: '70',
    eighty: '80',
    ninety: '90',
    hundred: '100',
  }),
);

/** Words after a number that multiply it. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['mio', 1e6],
  ['million', 1e6],
  ['bn', 1e9],
  ['billion', 1e9],
]);

/** Units by spelling, mapped to one spelling each. */
export const UNITS: ReadonlyMap<string, string> = spellings(`
  ms millisecond milliseconds msec
  s sec secs second seconds
  min mins minute minutes
  h hr hrs hour hours
  d day days
  wk week weeks
  mo month months
  yr year years annum
  byte bytes
  kb kib kilobyte kilobytes
  mb mib megabyte megabytes
  gb gib gigabyte gigabytes
  tb tib terabyte terabytes
  g gram grams
  kg kilo kilos kilogram kilograms
  mm millimetre millimetres millimeter millimeters
  cm centimetre centimetres centimeter centimeters
  mi mile miles
  m metre metres meter meters
  km kilometre kilometres kilometer kilometers
  eur euro euros €
  usd dollar dollars $
  gbp pound pounds £
  chf franken francs
  jpy yen ¥
  cad
  aud
  dkk
  nok
  sek
  pln
  cent cents
  % percent pct
  px pixel pixels
  celsius centigrade
  fahrenheit
  ft feet foot
  inch inches
  litre litres liter liters
  lb lbs
`);

/** Groups of mutually exclusive words with their spellings. */
const EXCLUSIVE = [
  `mon monday mondays, tue tues tuesday tuesdays, wed wednesday wednesdays, thu thur thurs thursday thursdays, fri friday fridays,
   sat saturday saturdays, sun sunday sundays, weekday weekdays, weekend weekends`,
  `jan january, feb february, mar march, apr april, jun june, jul july, aug august, sep sept september, oct october, nov november,
   dec december`,
  'spring, summer, autumn fall, winter',
  'morning mornings, noon midday, afternoon afternoons, evening evenings, night nights midnight',
  'today, tomorrow, yesterday',
  `hourly, daily nightly, weekly, biweekly fortnightly, monthly, quarterly, yearly annually annual`,
  'north northern, south southern, east eastern, west western',
  'left, right',
  'before prior earlier, after following later afterwards',
  'above over exceed exceeds exceeding more beyond greater longer larger higher, below under less fewer lower smaller shorter',
  'minimum min least, maximum max most',
  'increase increases increased raise raised rise rises, decrease decreases decreased reduce reduces reduced drop drops lowered',
  'enable enables enabled, disable disables disabled off',
  'allow allows allowed permit permitted, forbid forbids forbidden prohibited denied deny denies',
  'open opens opened, close closes closed',
  'start starts started begin begins, end ends ended finish finishes',
  'first, second, third, fourth, fifth, last',
  'always, never, sometimes, rarely seldom, often usually',
  'early earlier, late later',
  'high higher highest, low lower lowest',
  'fast faster quick, slow slower',
  'big bigger large larger, small smaller little',
  'old older, new newer',
  'hot warm, cold cool',
  'buy buys bought, sell sells sold',
  'include includes included including, exclude excludes excluded excluding',
  'accept accepts accepted, reject rejects rejected decline declined refuse refused refuses',
  'succeed succeeds succeeded success successful, fail fails failed failure',
  'inbound incoming, outbound outgoing',
  'internal, external',
  'public, private',
  'import imports imported, export exports exported',
  'upload uploads uploaded, download downloads downloaded',
  'read reads, write writes written',
  'send sends sent sending, receive receives received receiving',
  'debit debits, credit credits',
  'optional, mandatory required compulsory',
  'true, false',
  'ascending, descending',
  'horizontal, vertical',
  'black, white, red, green, blue, yellow, orange, purple violet, pink, brown, grey gray',
  'both, either',
  'written, verbal oral',
  'vegan, vegetarian',
  'mr, mrs ms, dr',
  'half, quarter, whole full',
  'thousand, million, billion',
  'clockwise, counterclockwise anticlockwise counter',
  'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
  'montag montags, dienstag dienstags, mittwoch mittwochs, donnerstag donnerstags, freitag freitags, samstag samstags, sonntag sonntags',
  'gross, net',
  'manual manually, automatic automatically',
  'upper uppercase, lower lowercase',
  'paper, electronic digital',
].map(parseGroup);
const UNIT_KINDS = [
  'ms s min h d wk mo yr',
  'eur usd gbp chf jpy cad aud dkk nok sek pln',
  'byte kb mb gb tb',
  'g kg lb',
  'mm cm m km mi ft inch',
  'celsius fahrenheit',
].map((kind) => new Map([...UNITS].filter(([, unit]) => kind.split(' ').includes(unit))));

/** A sense of a word that excludes the others of its group. */
export interface Sense {
  group: number;
  word: string;
}

const SENSES = new Map<string, Sense[]>();
for (const [group, spelt] of [...EXCLUSIVE, ...UNIT_KINDS, UNITS].entries())
  for (const [spelling, word] of spelt)
    SENSES.set(spelling, [...(SENSES.get(spelling) ?? []), { group, word }]);

/** Returns the senses of a folded word. Words with a common sense are spellings of one word. */
export function listSenses(word: string): readonly Sense[] {
  return SENSES.get(word) ?? [];
}

/** Returns whether two units are different but of one kind, such as seconds and hours. */
export function isOtherOfKind(one: string, other: string): boolean {
  return one !== other && UNIT_KINDS.some((kind) => kind.has(one) && kind.has(other));
}

/** Currency names of several words. */
export const CURRENCIES =
  /\b(?:(?:us|american|canadian|australian) dollars?|swiss francs?|(?:danish|norwegian) kroner|swedish kronor|zł|zloty)(?!\w)/gi;
const CODES: ReadonlyMap<string, string> = new Map([
  ['canadian', 'CAD'],
  ['australian', 'AUD'],
  ['swiss', 'CHF'],
  ['danish', 'DKK'],
  ['norwegian', 'NOK'],
  ['swedish', 'SEK'],
  ['zł', 'PLN'],
  ['zloty', 'PLN'],
]);

/** Returns the code of one of {@link CURRENCIES}. */
export function toCurrencyCode(name: string): string {
  const [first = ''] = name.toLowerCase().split(' ');
  return CODES.get(first) ?? 'USD';
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Maps spellings to words: each line has the spellings of one word, the first of which represents all. */
function spellings(lines: string): ReadonlyMap<string, string> {
  return parseGroup(lines.trim().split('\n').join(','));
}

function parseGroup(text: string): ReadonlyMap<string, string> {
  const group = new Map<string, string>();
  for (const one of text.split(',')) {
    const [first = '', ...others] = one.trim().split(/\s+/);
    for (const word of [first, ...others]) group.set(word, first);
  }
  return group;
}
