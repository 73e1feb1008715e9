import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type PageRoute, readRoutes, findRoute } from './page-routes.js';

/** Content codings of precompressed files, in order of preference, with their file name extensions. */
const CODINGS = { br: '.br', gzip: '.gz' } as const;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Coding = keyof typeof CODINGS;

/** A file with a content hash in its name. */
export interface Asset {
  readonly type: string;
  readonly content: Buffer;
  readonly coded: ReadonlyMap<Coding, Buffer>;
}

export interface Page {
  readonly content: Buffer;
  readonly etag: string;
}

/** The built dashboard as it is served. */
export interface DashboardFiles {
  /**
   * Returns the HTML page, with the base address for its files. It preloads the files of the screen at `path`, which is
   * relative to the dashboard.
   */
  readonly selectPage: (path: string) => Page;
  readonly assets: ReadonlyMap<string, Asset>;
}

/**
 * Reads all files of `folder`, about 500 KB, so that no request reads the file system. `base`: address of the dashboard
 * for browsers, with a trailing slash. Null if the folder does not exist, since the installation was built without it.
 */
export async function readDashboardFiles(
  folder: string,
  base: string,
): Promise<DashboardFiles | null> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(onlyMissing);
  if (html === null) return null;
  const names = await readdir(join(folder, 'assets'));
  const endings: readonly string[] = Object.values(CODINGS);
  const assets = new Map<string, Asset>();
  for (const name of names.filter((one) => !endings.includes(extname(one))))
    assets.set(name, await readAsset(join(folder, 'assets'), name, new Set(names)));
  const whole = html.replace('<base href="/ui/"', `<base href="${escaped(base)}"`);
  const routes = readRoutes(await readFile(join(folder, 'routes.json'), 'utf8'));
  const pages = new Map(routes.map((route) => [route, pageFor(whole, route)]));
  const plain = pageFor(whole, null);
  return {
    selectPage: (path) => {
      const route = findRoute(routes, path);
      return (route && pages.get(route)) ?? plain;
    },
    assets,
  };
}

function pageFor(html: string, route: PageRoute | null): Page {
  const links = (route?.files ?? [])
    .filter((file) => !html.includes(`"assets/${file}"`))
    .map((file) => `<link rel="modulepreload" href="assets/${file}" />\n  `);
  const content = Buffer.from(html.replace('</head>', `${links.join('')}</head>`));
  const hash = createHash('sha256').update(content).digest('base64url');
  return { content, etag: `"${hash}"` };
}

async function readAsset(folder: string, name: string, names: ReadonlySet<string>): Promise<Asset> {
  const coded = new Map<Coding, Buffer>();
  for (const [coding, ending] of Object.entries(CODINGS) as [Coding, string][])
    if (names.has(name + ending)) coded.set(coding, await readFile(join(folder, name + ending)));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return { type, content: await readFile(join(folder, name)), coded };
}

function onlyMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
