/**
 * Compares the forms, headers and text encodings of the TypeScript guest with those of Node. `test/runtime` tries them
 * in an isolate.
 */
import { expect, it } from '@jest/globals';
import { File as GuestFile } from '../../../runtimes/typescript/guest/http/blob.js';
import {
  FormData as GuestForm,
  toMultipart,
} from '../../../runtimes/typescript/guest/http/form-data.js';
import { parseForm } from '../../../runtimes/typescript/guest/http/form-parser.js';
import { Headers as GuestHeaders } from '../../../runtimes/typescript/guest/http/headers.js';
import { makeBase64 } from '../../../runtimes/typescript/guest/web/base64.js';
import { URLSearchParams as GuestParams } from '../../../runtimes/typescript/guest/web/url-search-params.js';
import { decodeUtf8, encodeUtf8 } from '../../../runtimes/typescript/guest/web/utf8.js';

const ODD = 'a "quoted"; name="b"\r\nX: 1\n\\ ü€😀';

it('a form arrives with its names and values, whatever characters they have', async () => {
  const form = new GuestForm();
  form.append(ODD, 'one\r\ntwo');
  form.append('plain', '');
  form.append('file', new GuestFile(['content'], ODD, { type: 'text/csv' }));
  const { bytes, type } = toMultipart(form);
  const node = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const own = parseForm(bytes, type);
  for (const read of [node, own] as FormData[]) {
    expect([...read.keys()]).toEqual([ODD.replaceAll(/\r?\n/g, '\r\n'), 'plain', 'file']);
    const [text, empty, file] = [...read.values()];
    expect([text, empty]).toEqual(['one\r\ntwo', '']);
    const { name, type: media } = file as File;
    expect([name, media, await (file as File).text()]).toEqual([ODD, 'text/csv', 'content']);
  }
});

it('an entry of a form is replaced where it first was, and deleted wherever it is', () => {
  const answers = [new FormData(), new GuestForm() as unknown as FormData].map((form) => {
    for (const name of ['a', 'b', 'a', 'c']) form.append(name, name);
    form.set('a', '1');
    form.delete('b');
    form.set('d', '2');
    return [...form.entries()];
  });
  expect(answers[1]).toEqual(answers[0]);
});

it('headers have names in any case, values side by side, and each cookie on its own', () => {
  const answers = [new Headers(), new GuestHeaders() as unknown as Headers].map((headers) => {
    headers.append('X-One', ' 1 ');
    headers.append('x-one', '2');
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    headers.set('Accept', 'text/plain');
    headers.delete('ACCEPT');
    const refused = ['a b', 'ü', ''].map((name) => {
      try {
        headers.set(name, 'x');
        return null;
      } catch (error) {
        return (error as Error).name;
      }
    });
    return [[...headers], headers.get('X-ONE'), headers.getSetCookie(), refused];
  });
  expect(answers[1]).toEqual(answers[0]);
});

it('parameters of a query are read and written as everywhere', () => {
  const texts = ['?a=1&b=%C3%A4+x&a=2&c', 'a=b=c&&=d&%zz=%41', ODD];
  const answers = [URLSearchParams, GuestParams as unknown as typeof URLSearchParams].map(
    (Params) =>
      texts.map((text) => {
        const params = new Params(text);
        params.append('&=', '+ %');
        params.sort();
        return [[...params], params.toString(), params.getAll('a')];
      }),
  );
  expect(answers[1]).toEqual(answers[0]);
});

it('bytes become base64 and texts UTF-8, and come back', () => {
  const { toBase64, fromBase64 } = makeBase64();
  for (const length of [0, 1, 2, 3, 257]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    const text = toBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(text)).toEqual(bytes);
  }
  expect(encodeUtf8(ODD)).toEqual(new TextEncoder().encode(ODD));
  const broken = Uint8Array.of(0x61, 0xff, 0xf0, 0x9f, 0x98, 0x62, 0xc3);
  expect(decodeUtf8(broken)).toBe(new TextDecoder().decode(broken));
});
