import { type Logger, pino } from 'pino';
import type { Config } from '../config/settings.js';

/** Wherever these stand in what is logged, they are replaced: a secret in a log is a secret lost. */
const SECRET_PATHS = ['authorization', 'token', 'key', 'secret', 'password', 'cookie'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** Keys and tokens that stand inside other text, such as an error message. */
const SECRET_TEXT = /\bmr[kt]_[A-Za-z0-9_-]{8,}|(postgres(?:ql)?:\/\/[^:@/\s]+:)[^@\s]+@/g;

/** JSON lines on standard error; standard output is for what a person reads. */
export function createLogger(config: Config): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      hooks: {
        streamWrite: (line) =>
          line.replace(SECRET_TEXT, (_, database?: string) =>
            database === undefined ? '[redacted]' : `${database}[redacted]@`,
          ),
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
