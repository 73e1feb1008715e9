import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';

/**
 * Writes a page that redirects to a link, and returns its path. A sign-in link must not be an argument of the browser's
 * process, where every user of the machine could read it.
 */
export async function writeLinkPage(url: string): Promise<string> {
  const { cacheDir } = readClientEnvironment();
  const file = join(cacheDir, 'open.html');
  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  await writeFile(file, '', { mode: 0o600 });
  // An existing file keeps its mode when it is overwritten.
  await chmod(file, 0o600);
  await writeFile(file, pageTo(url));
  return file;
}

/** Returns the HTML of the page. Exported for its test. */
export function pageTo(url: string): string {
  const safe = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${safe}">
<title>metarun</title>
<a href="${safe}">Open the dashboard</a>
</html>
`;
}
