// Strings in PDF dictionaries.

/** A string in parentheses, which may contain nested pairs, or in hexadecimal digits. */
const STRING = /^\s*(?:\(((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*)\)|<([\s\da-fA-F]*)>)/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/** Returns the string of a dictionary entry, or undefined. */
export function findString(dictionary: string, name: string): string | undefined {
  for (const { index } of dictionary.matchAll(new RegExp(`/${name}(?=\\s*[(<])`, 'g'))) {
    const found = STRING.exec(dictionary.slice(index + name.length + 1));
    if (found !== null)
      return decoded(found[1] === undefined ? fromHex(found[2]) : unescaped(found[1]));
  }
  return undefined;
}

function fromHex(digits = ''): Buffer {
  const all = digits.replaceAll(/\s/g, '');
  return Buffer.from(all.length % 2 === 0 ? all : `${all}0`, 'hex');
}

function unescaped(text: string): Buffer {
  const plain = text.replaceAll(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8) & 255);
    return other === undefined ? '' : (ESCAPES[String(other)] ?? String(other));
  });
  return Buffer.from(plain, 'latin1');
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return new TextDecoder('windows-1252').decode(bytes);
}
