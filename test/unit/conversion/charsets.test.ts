import { expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { convert } from '../../../packages/document-converter/src/convert.js';

/** Texts in several languages, each with encodings that are used for that language. */
const TEXTS: readonly (readonly [text: string, ...charsets: string[]])[] = [
  [
    'Счёт за услуги связи. Итого к оплате до конца месяца: двести рублей. Получатель: общество с ограниченной ответственностью.',
    'windows-1251',
    'koi8-r',
    'cp866',
    'iso-8859-5',
  ],
  [
    'Рахунок за послуги. Усього до сплати наприкінці місяця, її отримувач є товариство.',
    'windows-1251',
  ],
  [
    'Τιμολόγιο υπηρεσιών. Σύνολο προς πληρωμή μέχρι το τέλος του μήνα από τον πελάτη.',
    'windows-1253',
    'iso-8859-7',
  ],
  ['חשבונית עבור שירותים. סך הכל לתשלום עד סוף החודש על ידי הלקוח שלנו.', 'windows-1255'],
  ['فاتورة عن الخدمات. المبلغ الإجمالي للدفع حتى نهاية الشهر من قبل العميل.', 'windows-1256'],
  ['ใบแจ้งหนี้สำหรับบริการ ยอดรวมที่ต้องชำระภายในสิ้นเดือนนี้โดยลูกค้า', 'cp874'],
  [
    'Sayın müşterimiz, ödenecek toplam tutar değişiklik şartı ile ay sonuna kadar ödenir.',
    'windows-1254',
  ],
  [
    'Należność za usługi łączności. Razem do zapłaty do końca miesiąca, pełną wpłaca kupujący.',
    'windows-1250',
    'iso-8859-2',
  ],
  [
    'Sąskaita už paslaugas. Iš viso mokėti iki mėnesio pabaigos, gavėjas yra įmonė.',
    'windows-1257',
  ],
  [
    '請求書です。サービスの料金を月末までにお支払いください。お客様の合計金額は次のとおりです。',
    'cp932',
    'euc-jp',
  ],
  ['서비스에 대한 청구서입니다. 이번 달 말까지 총액을 지불해 주십시오.', 'cp949'],
  ['服务发票。请在月底之前支付总金额。客户名称和地址如下所示。', 'gb18030'],
  ['服務發票。請在月底之前支付總金額。客戶名稱和地址如下所示。', 'cp950'],
  [
    'Für Leistungen überweisen Sie den Betrag bis zum Ende des Monats, größere Beträge prüfen wir.',
    'windows-1252',
  ],
  [
    'Référence reçue: le montant réglé est déjà vérifié, à la fin du mois.',
    'windows-1252',
    'macroman',
  ],
];
const CASES = TEXTS.flatMap(([text, ...charsets]) =>
  charsets.flatMap((charset) => [12, 60, 3_000].map((length) => ({ text, charset, length }))),
);

/** Returns a text of about this length that ends at the end of a word. */
function sized(text: string, length: number): string {
  const long = Array.from({ length: Math.ceil(length / text.length) }, () => text).join(' ');
  return long.slice(0, length).trim();
}

it.each(CASES)(
  'the charset $charset is recognized from $length letters, or a warning calls it uncertain',
  async ({ text, charset, length }) => {
    const whole = sized(text, length);
    const documents = {
      'a.txt': whole,
      'a.csv': `number;what\n1;${whole}\n`,
      'a.html': `<html><body><p>${whole}</p></body></html>`,
    };
    for (const [name, content] of Object.entries(documents)) {
      const bytes = iconv.encode(content, charset);
      const { markdown, warnings } = await convert(bytes, name, {
        mediaPath: 'm/',
        fallback: false,
      });
      const isRight = markdown.replaceAll('\\', '').includes(whole);
      // A few letters may be valid in several encodings. In that case there is a warning.
      if (length > 12 || isRight)
        expect({ name, isRight, markdown }).toMatchObject({ isRight: true });
      else expect(warnings.join()).toMatch(/read as .* uncertain/);
    }
  },
);

it('a declared charset is used, and damaged UTF-8 is reported', async () => {
  const options = { mediaPath: 'm/', fallback: false };
  const html = iconv.encode('<meta charset="windows-1251"><p>Да</p>', 'windows-1251');
  expect(await convert(html, 'a.html', options)).toMatchObject({ markdown: 'Да\n', warnings: [] });
  const damaged = Buffer.concat([
    Buffer.from('größer, höher, weiter, überall, über Österreich'),
    Buffer.from([0xff]),
  ]);
  expect(await convert(damaged, 'a.txt', options)).toMatchObject({
    markdown: 'größer, höher, weiter, überall, über Österreich\ufffd\n',
    warnings: ['The text is UTF-8 with damaged characters, which are shown as \ufffd.'],
  });
});

it('a given charset is used, and bytes outside of it are reported', async () => {
  const read = (bytes: number[], charset: string) =>
    convert(Buffer.from(bytes), 'a.txt', { mediaPath: 'm/', fallback: false, charset });
  expect((await read([0xef, 0xbb, 0xbf, 0x41], 'utf-8')).markdown).toBe('A\n');
  expect((await read([0x84, 0x94], 'cp850')).markdown).toBe('äö\n');
  const { markdown, warnings } = await read([0x41, 0xff], 'utf-8');
  expect(markdown).toBe('A\ufffd\n');
  expect(warnings).toEqual([
    '1 characters of the text are none in utf-8, the charset that was given, and are shown as \ufffd.',
  ]);
  await expect(read([0x41, 0xff], 'nothing')).rejects.toThrow('There is no charset nothing.');
});
