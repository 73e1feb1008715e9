// Mails whose header declares parts without their boundary.

/** Content-Type field with its continuation lines. */
const CONTENT_TYPE = /^content-type:(.*(?:\r?\n[ \t].*)*)/im;
/** Boundary line, of which RFC 2046 allows 70 characters. */
const DELIMITER = /^--([^\s"\\]{1,70})[ \t]*\r?$/gm;
/** Maximum number of different lines that are considered as boundaries. */
const MAX_DELIMITERS = 16;

/** Returns a mail whose parts can be found: with the boundary that its body uses, or as a single text. */
export function withBoundary(mail: Buffer, warnings: string[]): Buffer {
  const end = endOfHeader(mail);
  const header = mail.toString('latin1', 0, end);
  const value = CONTENT_TYPE.exec(header)?.[1] ?? '';
  if (!/^\s*multipart\//i.test(value) || /\bboundary\b/i.test(value)) return mail;
  const boundary = findBoundary(mail.toString('latin1', end));
  warnings.push(
    `The mail does not say what its parts begin with: ${boundary === undefined ? 'its body was read as text' : 'they were found by their lines'}.`,
  );
  const type = boundary === undefined ? 'text/plain' : `multipart/mixed; boundary="${boundary}"`;
  const sound = header.replace(CONTENT_TYPE, () => `Content-Type: ${type}`);
  return Buffer.concat([Buffer.from(sound, 'latin1'), mail.subarray(end)]);
}

function endOfHeader(mail: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((blank) => mail.indexOf(blank)).filter((at) => at !== -1);
  return Math.min(mail.length, ...ends);
}

/** Returns the boundary of the parts, if a line also closes it. */
function findBoundary(body: string): string | undefined {
  let seen = 0;
  for (const [, boundary] of body.matchAll(DELIMITER)) {
    seen += 1;
    if (seen > MAX_DELIMITERS) return undefined;
    if (body.includes(`\n--${boundary}--`)) return boundary;
  }
  return undefined;
}
