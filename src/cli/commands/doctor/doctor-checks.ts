import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../../base/config/config.js';
import type { Config } from '../../../base/config/settings.js';
import { readServerConfig } from '../../../server/core/config.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { VERSION } from '../../../base/kernel/version.js';
import { type Found, serverSandbox } from '../../../sandbox/runtime/find-sandbox.js';
import { RUNTIME_MAKERS } from '../../../sandbox/runtime/runtime-makers.js';
import { findMissingEngines } from '../../../sandbox/conversion/missing-engines.js';
import { openBlobStore } from '../../../platform/storage/open-blob-store.js';
import { checkSecrets, secretsAdvice } from '../../../server/installation/secrets-check.js';
import { SecretKey } from '../../../access/secrets/secret-key.js';
import { reported, reportWait } from '../../toolkit/report-wait.js';
import { withDatabase } from '../../toolkit/open-database.js';

/** The result of one check. */
export interface Check {
  name:
    | 'node'
    | 'settings'
    | 'data folder'
    | 'disk'
    | 'database'
    | 'secrets'
    | 'sandbox'
    | ScriptLanguage
    | 'conversion'
    | 'images'
    | 'documents'
    | 'scans'
    | 'storage';
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

const LEAST_NODE = 24;
const MIB = 1024 * 1024;
/** Below MIN_FREE_MIB, the server reports itself as not ready. */
const MIN_FREE_MIB = 64;
const SCARCE_MIB = 1024;
const HIGHEST_LEVEL = 3;

/** Runs the quick checks of an installation. `config` is null if the settings cannot be read. */
export async function quickChecks(): Promise<{ checks: Check[]; config: Config | null }> {
  const checks = [nodeCheck()];
  let config: Config;
  try {
    config = readServerConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      checks: [...checks, { name: 'settings', status: 'failed', detail: error.message }],
      config: null,
    };
  }
  const folder = await folderCheck(config);
  checks.push({ name: 'settings', status: 'ok', detail: 'as they must be' }, folder);
  if (folder.status === 'ok') checks.push(await diskCheck(config));
  const database = await databaseCheck(config);
  checks.push(database);
  if (database.status === 'ok') checks.push(await secretsCheck(config));
  checks.push(...(await sandboxChecks(config)), await documentsCheck(), await scansCheck(config));
  if (config.containerEngine !== 'none' && database.status === 'ok')
    checks.push(await reported('the check of the images', imagesCheck(config)));
  if (folder.status === 'ok' || config.storage !== 'disk')
    checks.push(await reported('the check of the storage', storageCheck(config)));
  return { checks, config };
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  const detail = `Node ${process.versions.node}, metarun ${VERSION}`;
  if (major >= LEAST_NODE) return { name: 'node', status: 'ok', detail };
  return { name: 'node', status: 'failed', detail: `${detail}; Node ${LEAST_NODE} is needed` };
}

async function folderCheck({ dataDir }: Config): Promise<Check> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name: 'data folder', status: 'ok', detail: dataDir };
  } catch (error) {
    const advice = 'start the server once, or set METARUN_DATA_DIR';
    return {
      name: 'data folder',
      status: 'failed',
      detail: `${dataDir} cannot be written: ${getErrorMessage(error)}; ${advice}`,
    };
  }
}

async function diskCheck({ dataDir }: Config): Promise<Check> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MIB);
  const detail = `${free} MiB are free`;
  if (free >= SCARCE_MIB) return { name: 'disk', status: 'ok', detail };
  if (free >= MIN_FREE_MIB) return { name: 'disk', status: 'warning', detail };
  return { name: 'disk', status: 'failed', detail: `${detail}; ${MIN_FREE_MIB} are needed` };
}

async function databaseCheck(config: Config): Promise<Check> {
  try {
    const kind = await withDatabase(config, async (database) => {
      await database.query('SELECT 1');
      return database.kind;
    });
    const what = kind === 'postgres' ? 'PostgreSQL' : 'SQLite';
    return { name: 'database', status: 'ok', detail: `${what}, its schema is up to date` };
  } catch (error) {
    return { name: 'database', status: 'failed', detail: getErrorMessage(error) };
  }
}

async function secretsCheck(config: Config): Promise<Check> {
  const key = new SecretKey(config);
  try {
    const found = await withDatabase(config, async (database) =>
      checkSecrets(database, await key.find()),
    );
    if (found.unreadable === 0)
      return { name: 'secrets', status: 'ok', detail: `${found.stored} stored, and readable` };
    const interrupted = key.isFile && (await key.findNext()) !== null;
    const detail = interrupted
      ? 'A rotation of the key was interrupted: start the server, or run `metarun rotate-secret-key`, which finish it'
      : secretsAdvice(found, key.place);
    return { name: 'secrets', status: 'failed', detail };
  } catch (error) {
    return { name: 'secrets', status: 'failed', detail: getErrorMessage(error) };
  }
}

/** Tests the sandbox as a server does, with the configured languages. */
async function sandboxChecks(config: Config): Promise<Check[]> {
  try {
    const found = await serverSandbox(config, { onWait: reportWait });
    const { level, kind, advice } = found.sandbox.report;
    const detail = `level ${level} of ${HIGHEST_LEVEL} (${kind})`;
    const sandbox: Check =
      advice === null
        ? { name: 'sandbox', status: 'ok', detail }
        : { name: 'sandbox', status: 'warning', detail: `${detail}. ${advice}` };
    return [
      sandbox,
      ...SCRIPT_LANGUAGES.map((language) => languageCheck(language, found)),
      await conversionCheck(found),
    ];
  } catch (error) {
    return [{ name: 'sandbox', status: 'failed', detail: getErrorMessage(error) }];
  }
}

/**
 * Checks that a language starts. With a sandbox, the server can run without the language; without a sandbox, it cannot.
 */
function languageCheck(
  name: ScriptLanguage,
  { sandbox: { contained }, problems, interpreter }: Found,
): Check {
  const { title } = LANGUAGES[name];
  const isPython = RUNTIME_MAKERS[name].needsPython;
  const program = isPython ? interpreter.executable : title;
  const failure = problems.get(name);
  const problem =
    (isPython ? interpreter.problem : null) ??
    (failure === undefined ? null : `${program} does not work in the sandbox: ${failure}`);
  if (problem === null)
    return {
      name,
      status: 'ok',
      detail: contained ? `${program} works in the sandbox` : `${program} runs without a sandbox`,
    };
  const effect = contained
    ? `A server starts as "degraded", and tasks of ${title} wait until it works`
    : 'A server does not start without a sandbox and without a language';
  return { name, status: contained ? 'warning' : 'failed', detail: `${problem}. ${effect}` };
}

/** Starts a document converter as a server does. A server can run without one. */
async function conversionCheck({ sandbox }: Found): Promise<Check> {
  const { tryConverter } = await import('../../../sandbox/conversion/open-converter.js');
  const name = 'conversion';
  try {
    await reported('the start of a converter', tryConverter(sandbox));
    return { name, status: 'ok', detail: 'documents are converted in the sandbox' };
  } catch (error) {
    const effect =
      'A server starts as "degraded", and documents of knowledge bases are not converted until it works';
    return {
      name,
      status: 'warning',
      detail: `a converter does not start: ${getErrorMessage(error)}. ${effect}`,
    };
  }
}

/** Probes the image of each project. The containers are removed afterwards. */
async function imagesCheck(config: Config): Promise<Check> {
  const [{ findEngine }, { ownLabels }, { writeSeccompProfile }, { checkImages, describeChecks }] =
    await Promise.all([
      import('../../../sandbox/containers/find-engine.js'),
      import('../../../sandbox/containers/container-owner.js'),
      import('../../../sandbox/containers/seccomp-profile.js'),
      import('../../../tasks/images/images-check.js'),
    ]);
  const folder = await mkdtemp(join(tmpdir(), 'metarun-doctor-'));
  try {
    const seccomp = join(folder, 'seccomp.json');
    await writeSeccompProfile(seccomp);
    const engine = await findEngine(config, { labels: ownLabels(), seccomp });
    if (engine === null)
      return { name: 'images', status: 'failed', detail: 'no container engine works here' };
    const { engine: name, version } = engine.about;
    const checks = await withDatabase(config, (database, goesOn) => {
      goesOn();
      return checkImages(database, engine);
    });
    return {
      name: 'images',
      status: checks.every(({ issue }) => issue === null) ? 'ok' : 'failed',
      detail: `${name} ${version}; ${describeChecks(checks)}`,
    };
  } catch (error) {
    return { name: 'images', status: 'failed', detail: getErrorMessage(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks that the document engines are installed. They are not available on every platform. */
async function documentsCheck(): Promise<Check> {
  try {
    const missing = await findMissingEngines();
    return missing.length === 0
      ? { name: 'documents', status: 'ok', detail: 'all formats are converted' }
      : { name: 'documents', status: 'warning', detail: missing.join(' ') };
  } catch (error) {
    return { name: 'documents', status: 'failed', detail: getErrorMessage(error) };
  }
}

/** Checks for the OCR program. Without it, or without a setting for it, scanned pages have no text. */
async function scansCheck({ ocrCommand }: Config): Promise<Check> {
  const [command = ''] = ocrCommand.split(' ');
  if (command === '')
    return {
      name: 'scans',
      status: 'ok',
      detail: 'scanned pages have no text; METARUN_OCR_COMMAND names a program that reads them',
    };
  try {
    await access(command, constants.X_OK);
    return { name: 'scans', status: 'ok', detail: `scanned pages are read by ${command}` };
  } catch (error) {
    const detail = `${command} of METARUN_OCR_COMMAND cannot be started: ${getErrorMessage(error)}`;
    return { name: 'scans', status: 'failed', detail };
  }
}

async function storageCheck(config: Config): Promise<Check> {
  try {
    (await openBlobStore(config)).close();
    const detail =
      config.storage === 's3' ? `S3, bucket "${config.storageBucket}"` : 'in the data folder';
    return { name: 'storage', status: 'ok', detail };
  } catch (error) {
    return { name: 'storage', status: 'failed', detail: getErrorMessage(error) };
  }
}
