import { type Logger, pino } from 'pino';
import type { Config } from '../config/settings.js';
import { findErrorCode } from '../kernel/errors.js';
import { textLine } from './text-line.js';

/** Fields that are redacted wherever they occur in a logged object: a secret in a log is compromised. */
const SECRET_PATHS = ['authorization', 'token', 'key', 'secret', 'password', 'cookie'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** Keys and tokens inside other text, such as an error message. */
const SECRET_TEXT = /\bmr[kt]_[A-Za-z0-9_-]{8,}|(postgres(?:ql)?:\/\/[^:@/\s]+:)[^@\s]+@/g;

/** Creates the log of the server, on standard error; standard output is reserved for what people read at the start. */
export function createLogger({
  logLevel,
  logFormat,
}: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const text = logFormat === 'text' || (logFormat === 'auto' && process.stderr.isTTY);
  return pino(
    {
      level: logLevel,
      formatters: { level: (level) => ({ level }) },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      hooks: {
        streamWrite: (line) => (text ? textLine(withoutSecrets(line)) : withoutSecrets(line)),
      },
    },
    standardError(),
  );
}

function withoutSecrets(line: string): string {
  return line.replace(SECRET_TEXT, (_, database?: string) =>
    database === undefined ? '[redacted]' : `${database}[redacted]@`,
  );
}

/** Returns standard error as a destination that survives a closed terminal or a full disk. */
function standardError(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 2, sync: false });
  destination.on('error', (error: unknown) => {
    if (findErrorCode(error) !== 'EIO') return;
    // A closed terminal never accepts text again. Without this, the destination would retry forever at the end of the
    // process.
    destination.write = () => true;
    destination.flushSync = () => undefined;
  });
  return destination;
}
