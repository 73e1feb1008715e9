// Builds mails from the fields of RFC 5322, the parts of RFC 2046 and the reports of RFC 3462 and 3464, encoded
// according to RFC 2045, 2047 and 2231.
import { type Construction } from './constructs.js';
import { PageMaker } from './page-constructs.js';

const ADDRESSES =
  'From Sender Reply-To To Cc Bcc Resent-From Resent-Sender Resent-To Resent-Cc Resent-Bcc'.split(
    ' ',
  );
const MACHINES =
  'Message-ID In-Reply-To References Received Return-Path X-Mailer List-Id DKIM-Signature'.split(
    ' ',
  );
const REPORTS =
  'message/delivery-status message/disposition-notification message/feedback-report message/external-body message/partial text/rfc822-headers'.split(
    ' ',
  );
const TEXTS =
  'text/plain text/calendar text/vcard text/x-vcard text/directory text/enriched text/richtext text/csv text/xml text/markdown text/x-unknown application/json'.split(
    ' ',
  );
const ENCODINGS = ['7bit', 'quoted-printable', 'base64'];

class MailMaker {
  constructor(private readonly made: Construction) {}

  mail(depth: number): string {
    const { made } = this;
    const { random } = made;
    const fields = ADDRESSES.filter((name) => name === 'From' || random.percent(25)).map(
      (name) =>
        `${name}: ${made.random.percent(30) ? `${this.#address()}, ${this.#address()}` : this.#address()}`,
    );
    const machines = MACHINES.filter(() => random.percent(20)).map(
      (name) => `${name}: <prompt@example.com>`,
    );
    const texts = ['Comments', 'Keywords']
      .filter(() => random.percent(20))
      .map((name) => `${name}: ${this.#said()}`);
    return [
      ...fields,
      ...machines,
      ...texts,
      `Subject: ${this.#said()}`,
      'Date: Thu, 01 Oct 2026 10:00:00 +0200',
      'MIME-Version: 1.0',
      this.#part(depth),
    ].join('\r\n');
  }

  #address(): string {
    const { made } = this;
    return made.random.pick([
      () => `${made.word()}@example.com`,
      () => `${made.word()} <${made.word()}@example.com>`,
      () => `"${made.word()}, ${made.word()}" <x@example.com>`,
      () => `=?utf-8?B?${Buffer.from(made.word()).toString('base64')}?= <x@example.com>`,
      () => `${made.word()}: ${made.word()}@example.com, y@example.com;`,
      () => `x@example.com (${made.word()})`,
    ])();
  }

  #said(): string {
    const { made } = this;
    return made.random.pick([
      () => made.word(),
      () => `${made.word()}\r\n ${made.word()}`,
      () => `=?iso-8859-1?Q?${made.word()}_?= =?utf-8?q?${made.word()}?=`,
    ])();
  }

  #part(depth: number, more = ''): string {
    const { made } = this;
    if (depth <= 0) return this.#leaf('text/plain', this.#text(), more);
    return made.random.pick([
      () => this.#leaf('text/plain', this.#text(), more),
      () => this.#leaf('text/html', this.#html(), more),
      () => this.#multipart('mixed', [this.#part(depth - 1), ...this.#attachments(depth)], more),
      () => this.#multipart('alternative', this.#alternatives(), more),
      () => this.#multipart('related', [this.#leaf('text/html', this.#html())], more),
      () => this.#multipart('parallel', [this.#part(depth - 1), this.#part(depth - 1)], more),
      () => this.#multipart('signed', [this.#part(depth - 1), this.#signature()], more),
      () =>
        this.#multipart(
          'report',
          [this.#leaf('text/plain', this.#text()), ...this.#reports(depth)],
          more,
        ),
      () => this.#multipart('digest', [`\r\n${this.mail(0)}`], more),
    ])();
  }

  #multipart(kind: string, parts: string[], more: string): string {
    const limit = `limit${this.made.count('limit')}`;
    const all = parts.map((part) => `--${limit}\r\n${part}\r\n`).join('');
    return `Content-Type: multipart/${kind}; boundary="${limit}"\r\n${more}\r\nprompt\r\n${all}--${limit}--\r\nprompt`;
  }

  #leaf(type: string, content: string, more = ''): string {
    const encoding = this.made.random.pick(ENCODINGS);
    return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n${more}\r\n${encoded(content, encoding)}`;
  }

  #text(): string {
    const { made } = this;
    const line = () => `${made.random.percent(20) ? '> ' : ''}${made.word()} ${made.word()}\r\n`;
    const file = () => `\r\nbegin 644 ${made.word()}.bin\r\n#86)C\r\n\`\r\nend\r\n`;
    return made.some(3, line) + (made.random.percent(20) ? file() : '');
  }

  #html(): string {
    const maker = new PageMaker(this.made);
    return `<html><body>${this.made.some(2, () => maker.flow(1))}<p>${this.made.word()}</p></body></html>`;
  }

  #alternatives(): string[] {
    const { made } = this;
    const both = made.word();
    const plain = made.random.percent(50) ? `${both} ${made.word()}\r\n${both}` : both;
    const html = made.random.percent(20) ? '<p> </p>' : `<p>${both}</p><p>${made.word()}</p>`;
    if (!html.includes(both))
      return [this.#leaf('text/plain', plain.split('\r')[0] ?? ''), this.#leaf('text/html', html)];
    return [this.#leaf('text/plain', plain), this.#leaf('text/html', html)];
  }

  #attachments(depth: number): string[] {
    const { made } = this;
    return Array.from({ length: 1 + made.random.below(3) }, () =>
      made.random.percent(20)
        ? `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml\r\n\r\n${this.mail(depth - 2)}`
        : this.#attachment(),
    );
  }

  #attachment(): string {
    const { made } = this;
    const type = made.random.pick(TEXTS);
    const about = made.random.pick(['', 'a.txt', 'a.odd']);
    const disposition =
      about === ''
        ? ''
        : `; filename${made.random.percent(50) ? `="${about}"` : `*=utf-8''${about}`}`;
    const more = `Content-Disposition: attachment${disposition}\r\n`;
    const content: Record<string, () => string> = {
      'text/csv': () => `${made.word()},${made.word()}\r\n${made.word()},x\r\n`,
      'text/xml': () => `<a>${made.word()}</a>`,
      'application/json': () => `{"${made.word()}":"${made.word()}"}`,
      'text/calendar': () => `BEGIN:VCALENDAR\r\nSUMMARY:${made.word()}\r\nEND:VCALENDAR`,
    };
    return this.#leaf(type, (content[type] ?? (() => `${made.word()}\r\n${made.word()}`))(), more);
  }

  #reports(depth: number): string[] {
    const { made } = this;
    const report = () => {
      const type = made.random.pick(REPORTS);
      return `Content-Type: ${type}\r\n\r\nStatus: ${made.word()}\r\n\r\nAction: ${made.word()}`;
    };
    return [report(), `Content-Type: message/rfc822\r\n\r\n${this.mail(depth - 2)}`];
  }

  #signature(): string {
    return 'Content-Type: application/pgp-signature; name=s.asc\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA';
  }
}

function encoded(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content).toString('base64');
  return encoding === '7bit'
    ? content
    : content.replaceAll('=', '=3D').replaceAll(/q(?= )/g, 'q=\r\n');
}

export function makeMailConstructs(made: Construction): Buffer {
  return Buffer.from(new MailMaker(made).mail(3));
}
