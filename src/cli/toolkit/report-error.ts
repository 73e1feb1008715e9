import { MetarunError, getErrorMessage } from '../../base/kernel/errors.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { CommandError } from './command-error.js';
import { docsPage } from './docs-page.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { style } from './terminal.js';
import { stderr, stdout } from './output.js';

/** An error in the form in which commands report it. */
interface ReportedError {
  code: string;
  message: string;
  fix?: string | undefined;
  docs?: string | undefined;
  errors: readonly Diagnostic[];
}

/**
 * Reports the error of a command. The text on standard error has the cause, a fix and a documentation page. With
 * `json`, a document `{"error": {code, message, fix?, docs?, errors}}` goes to standard output. Returns the exit code.
 */
export function reportError(thrown: unknown, json: boolean): ExitCode {
  const reported = reportedError(thrown);
  if (json) stdout.write(`${JSON.stringify({ error: reported }, null, 2)}\n`);
  else stderr.write(formatError(reported));
  if (thrown instanceof CommandError) return thrown.exit;
  return thrown instanceof GuidedError && thrown.isUsage ? EXIT.usage : EXIT.failed;
}

function reportedError(thrown: unknown): ReportedError {
  if (thrown instanceof GuidedError) {
    const { code, message, fix, docs, diagnostics } = thrown;
    return { code, message, fix, docs: docs && docsPage(docs), errors: diagnostics };
  }
  if (thrown instanceof MetarunError) {
    const { code, message, errors } = thrown;
    return { code, message, docs: docsPage('errors.md'), errors };
  }
  return { code: 'failed', message: getErrorMessage(thrown), errors: [] };
}

function formatError({ message, fix, docs, errors }: ReportedError): string {
  const red = style('red', stderr);
  const faint = style('dim', stderr);
  const lines = [`${red('metarun:')} ${message}`];
  // A single diagnostic usually repeats the message.
  const shown = errors.filter((diagnostic) => !message.includes(diagnostic.message));
  lines.push(...shown.map((diagnostic) => `  ${placed(diagnostic)}`));
  if (fix !== undefined) lines.push(`  fix:  ${fix}`);
  if (docs !== undefined) lines.push(faint(`  docs: ${docs}`));
  return `${lines.join('\n')}\n`;
}

/** Formats a diagnostic like compilers do, so that editors can find the place. */
export function placed({ file, line, column, pointer, message }: Diagnostic): string {
  const place = [file ?? pointer, line, line === undefined ? undefined : column];
  const at = place.filter((part) => part !== undefined && part !== '').join(':');
  return at === '' ? message : `${at}: ${message}`;
}
