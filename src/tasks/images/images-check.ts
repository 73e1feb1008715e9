import { getErrorMessage } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { Database } from '../../platform/database/database.js';
import type { Finding } from './image.js';
import type { ImageEngine } from './image-pull.js';
import { probeImage, unusableBy } from './probe.js';

/** Result of probing one image. */
export interface ImageCheck {
  name: string;
  digest: string;
  /** Reason why no script runs on it here; null if some do. */
  issue: string | null;
  /** Interpreters that scripts can run with, with their versions. */
  interpreters: string;
}

/**
 * Probes the current versions of all images of all projects that are on this machine, one container after the other.
 * Changes nothing.
 */
export async function checkImages(
  database: Database,
  engine: Pick<ImageEngine, 'inspectImage' | 'runOnce'>,
): Promise<ImageCheck[]> {
  const rows = await database.query<{ name: string; reference: string; digest: string }>(
    `SELECT MIN(image.name) AS name, version.reference AS reference, MIN(version.digest) AS digest
     FROM images image JOIN image_versions version ON version.id = image.version_id
     GROUP BY version.reference ORDER BY MIN(image.name)`,
  );
  const checks: ImageCheck[] = [];
  for (const { name, reference, digest } of rows)
    checks.push({ name, digest, ...(await checked(engine, reference)) });
  return checks;
}

/** Returns the results of checks as one sentence. */
export function describeChecks(checks: readonly ImageCheck[]): string {
  if (checks.length === 0) return 'no project has an image';
  const each = checks.map(
    ({ name, digest, issue, interpreters }) =>
      `${quoted(name)} (${digest.slice(0, SHORT)}): ${issue ?? interpreters}`,
  );
  return each.join('; ');
}

/** Number of characters of a digest that are shown. */
const SHORT = 'sha256:'.length + 12;

async function checked(
  engine: Pick<ImageEngine, 'inspectImage' | 'runOnce'>,
  reference: string,
): Promise<Pick<ImageCheck, 'issue' | 'interpreters'>> {
  try {
    if ((await engine.inspectImage(reference)) === null)
      return { issue: 'this machine does not have it', interpreters: '' };
    const probe = await probeImage(engine, reference, new AbortController().signal);
    const { python, node } = probe;
    return {
      issue: unusableBy(probe),
      interpreters: [named('Python', python), named('Node', node)].filter(Boolean).join(', '),
    };
  } catch (error) {
    return { issue: getErrorMessage(error), interpreters: '' };
  }
}

function named(what: string, { version, issue }: Finding): string {
  return issue === null ? `${what} ${version ?? ''}` : '';
}
