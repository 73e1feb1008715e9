import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../src/base/languages/index.js';
import { WHOLE_SIZE } from './size.js';

declare const DATABASE: 'sqlite' | 'postgres' | undefined;

/**
 * The languages that all tests of runs cover. The stored data does not depend on the language, so on PostgreSQL one is
 * enough, except at the whole size.
 */
export const LANGUAGES: readonly ScriptLanguage[] =
  typeof DATABASE !== 'undefined' && DATABASE === 'postgres' && !WHOLE_SIZE
    ? ['python']
    : SCRIPT_LANGUAGES;
export type Language = ScriptLanguage;
type Scripts = Record<Language, string>;

/** Scripts that report that they have started and run longer than any test. */
export const NEVER_ENDS: Scripts = {
  python: `import time
def run(params, reporter):
    reporter.set_phase("Working")
    while True:
        time.sleep(1)
`,
  typescript: `export async function run(params: unknown, reporter) {
  reporter.setPhase('Working');
  await new Promise((done) => setTimeout(done, 600_000));
}
`,
};

export const NO_OP: Scripts = {
  python: 'def run(params, reporter):\n    return None\n',
  typescript: 'export const run = () => null;\n',
};

/** TypeScript that fails if the params have `fail`. */
export const FAILS_WHEN_ASKED = `export const run = ({ fail }: { fail?: boolean }) => {
  if (fail) throw new Error('as asked');
  return null;
};
`;
