import type { Config } from '../../../base/config/settings.js';
import {
  StorageCheck,
  type StorageProgress,
  type StorageReport,
} from '../../../files/files/blobs/storage-check.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { openBlobStore } from '../../../platform/storage/open-blob-store.js';
import { progressLine } from '../../toolkit/progress-line.js';
import { bytesText } from '../../toolkit/units.js';
import { type Check, quickChecks } from './doctor-checks.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { stdout } from '../../toolkit/output.js';

export interface DoctorOptions {
  /** Reads every stored content and verifies its checksum. */
  storage?: boolean | undefined;
  json?: boolean | undefined;
}

/** Exit code if problems were found. Warnings and orphans do not count as problems. */
const EXIT_PROBLEMS = 1;
/** Exit code if the check of the contents was not completed. */
const EXIT_NOT_CHECKED = 2;
/** Maximum number of problems and of orphans shown on a terminal. */
const SHOWN = 50;

interface Outcome {
  checks: Check[];
  /** Null if the check was not requested or not completed. */
  storage: StorageReport | null;
  /** Reason why the contents could not be checked. */
  error: string | null;
}

/**
 * Runs `metarun doctor`. Results go to standard output, progress to standard error. Sets the exit code and changes
 * nothing.
 */
export async function runDoctor(options: DoctorOptions = {}): Promise<void> {
  const { checks, config } = await quickChecks();
  const outcome: Outcome = { checks, storage: null, error: null };
  if (options.storage === true) {
    try {
      if (config === null) throw new Error('the settings cannot be read');
      outcome.storage = await checkStorage(config);
    } catch (error) {
      outcome.error = getErrorMessage(error);
    }
  }
  process.exitCode = exitCode(outcome);
  stdout.write(options.json === true ? serialiseOutcome(outcome) : formatOutcome(outcome));
}

async function checkStorage(config: Config): Promise<StorageReport> {
  const blobs = await openBlobStore(config);
  try {
    const show = progressReporter();
    return await withDatabase(config, (database, goesOn) => {
      const onProgress = (progress: StorageProgress): void => {
        goesOn();
        show(progress);
      };
      return new StorageCheck(database, blobs, onProgress).run();
    });
  } finally {
    blobs.close();
  }
}

function progressReporter(): (progress: StorageProgress) => void {
  const show = progressLine();
  return ({ files, ofFiles, bytes, problems }) =>
    show(
      `${files} of ${ofFiles} files, ${bytesText(bytes)}, ${problems} problems`,
      files >= ofFiles,
    );
}

function exitCode({ checks, storage, error }: Outcome): number {
  if (error !== null) return EXIT_NOT_CHECKED;
  const sound = storage === null || storage.missing + storage.damaged + storage.unreadable === 0;
  return sound && checks.every(({ status }) => status !== 'failed') ? 0 : EXIT_PROBLEMS;
}

function serialiseOutcome(outcome: Outcome): string {
  return `${JSON.stringify({ ok: exitCode(outcome) === 0, ...outcome }, null, 2)}\n`;
}

function formatOutcome({ checks, storage, error }: Outcome): string {
  const lines = checks.map(({ name, status, detail }) => `${status.padEnd(8)} ${name}: ${detail}`);
  if (storage !== null) lines.push(...storageLines(storage));
  if (error !== null) lines.push(`failed   contents: they could not be checked: ${error}`);
  return `${lines.join('\n')}\n`;
}

function storageLines(report: StorageReport): string[] {
  const { files, bytes, missing, damaged, unreadable, orphans, problems } = report;
  const bad = missing + damaged + unreadable;
  const counts = `${files} files with ${bytes} bytes read: ${missing} missing, ${damaged} damaged, ${unreadable} unreadable`;
  const lines = [`${(bad === 0 ? 'ok' : 'failed').padEnd(8)} contents: ${counts}`];
  const shown = problems.slice(0, SHOWN);
  lines.push(
    ...shown.map(
      ({ kind, path, version, workspace_id, detail }) =>
        `  ${kind}: ${JSON.stringify(path)} of workspace ${workspace_id}${version === null ? '' : `, version ${version}`}: ${detail}`,
    ),
  );
  if (bad > shown.length) lines.push(`  … and ${bad - shown.length} more; --json lists them`);
  if (orphans > 0)
    lines.push(`ok       orphans: ${orphans} contents that no file names; the server removes them`);
  return lines;
}
