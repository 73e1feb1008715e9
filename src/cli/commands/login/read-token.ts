import { isInteractive } from '../../toolkit/terminal.js';
import { askSecret } from '../../toolkit/ask.js';
import { usageError } from '../../toolkit/command-error.js';

/** Far more than a token has, in characters. */
const MOST = 10_000;

/** The token that comes in by standard input: its first line. On a terminal it is asked for, without an echo. */
export async function readToken(): Promise<string> {
  if (isInteractive())
    return (await askSecret({ message: 'Access token or API key', flag: '--token -' })).trim();
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MOST) break;
  }
  const [token = ''] = text.trim().split(/\s/, 1);
  if (token === '' || token.length > MOST)
    throw usageError(
      'Standard input holds no token.',
      'As in: metarun login --token - < token.txt',
    );
  return token;
}
