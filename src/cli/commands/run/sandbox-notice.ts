import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';

/**
 * Returns what the user should know of the sandbox: that there is none, the first time, and again when the reason is
 * another one or there was a sandbox in between. Null where nothing is new.
 */
export async function sandboxNotice({
  level,
  advice,
}: Pick<SandboxReport, 'level' | 'advice'>): Promise<string | null> {
  const file = join(readClientEnvironment().cacheDir, 'no-sandbox.txt');
  if (level !== 1) {
    await rm(file, { force: true }).catch(() => undefined);
    return null;
  }
  const notice = `Scripts run without a sandbox (level 1). ${advice ?? 'METARUN_SANDBOX asks for it.'}`;
  if ((await readFile(file, 'utf8').catch(() => '')) === notice) return null;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, notice);
  } catch {
    // Then it is said every time.
  }
  return notice;
}
