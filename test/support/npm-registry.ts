import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import type { LockedPackage } from '../../src/sandbox/runtime/protocol.js';
import { type LocalServer, serve } from './local-server.js';

/** A package in a registry. `files` are contents by path, `links` are targets of symbolic links by path. */
export interface RegistryPackage {
  name: string;
  version?: string;
  manifest?: object;
  files: Record<string, string | Buffer>;
  links?: Record<string, string>;
}

export class NpmRegistry {
  /** The requested paths, in order. */
  readonly asked: string[] = [];
  /** Promise that all answers wait for. */
  gate: Promise<void> = Promise.resolve();
  private readonly archives = new Map<string, Buffer>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'metarun-npm-'));
  private server: LocalServer | undefined;

  async start(): Promise<this> {
    this.server = await serve(async ({ url = '' }, response) => {
      this.asked.push(url);
      await this.gate;
      const archive = this.archives.get(url);
      response.writeHead(archive === undefined ? 404 : 200).end(archive);
    });
    return this;
  }

  get url(): string {
    return `${this.server?.url}/`;
  }

  /** Adds a package and returns its entry for a lockfile. */
  add({
    name,
    version = '1.0.0',
    manifest = {},
    files,
    links = {},
  }: RegistryPackage): LockedPackage {
    const at = join(this.folder, `${this.archives.size}`);
    const all = { 'package.json': JSON.stringify({ name, version, ...manifest }), ...files };
    for (const [path, content] of Object.entries(all)) {
      mkdirSync(dirname(join(at, 'package', path)), { recursive: true });
      writeFileSync(join(at, 'package', path), content);
    }
    for (const [path, to] of Object.entries(links)) symlinkSync(to, join(at, 'package', path));
    const file = join(at, 'archive.tgz');
    create({ cwd: at, gzip: true, sync: true, file, portable: true }, ['package']);
    return this.put(name, version, readFileSync(file));
  }

  /** Adds an archive unchanged. */
  put(name: string, version: string, archive: Buffer): LockedPackage {
    const base = name.slice(name.indexOf('/') + 1);
    this.archives.set(`/${name}/-/${base}-${version}.tgz`, archive);
    const hash = createHash('sha512').update(archive).digest('base64');
    return { version, integrity: `sha512-${hash}` };
  }

  async stop(): Promise<void> {
    await this.server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
