import type { ServerProcess } from '../../support/server-process.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Uploads files of the largest size that is read as text, each difficult in its own way, and returns their paths. */
export async function uploadLargest(server: ServerProcess): Promise<string[]> {
  const texts: Record<string, string> = {
    'headings.md': '# a\n'.repeat(2 * MIB),
    'lines.txt': 'a\n'.repeat(4 * MIB),
    'escapes.txt': '\u001b'.repeat(8 * MIB),
    'items.md': '- > - a\n'.repeat(MIB),
    'marks.md': '<!-- page 1 -->\n'.repeat(MIB / 2),
    'words.md': '# a b c d\n\nword other\n'.repeat(300 * KIB),
  };
  for (const [name, text] of Object.entries(texts)) {
    const form = new FormData();
    form.set('file', new Blob([text]), name);
    form.set('dir_path', '/');
    const url = `${server.url}/external/v1/projects/default/files/upload`;
    const headers = { authorization: `Bearer ${server.apiKey}` };
    const { ok, status } = await fetch(url, { method: 'POST', body: form, headers });
    if (!ok) throw new Error(`the upload of ${name} was answered by ${status}`);
  }
  return Object.keys(texts).map((name) => `/${name}`);
}
