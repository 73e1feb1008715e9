import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { readServerConfig } from '../../server/core/config.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { ImageDisk } from './image-disk.js';
import { type ImageEngine, ImageError } from './image-pull.js';
import { ImageResults } from './image-results.js';
import type { ImageEntity } from './image.entity.js';
import { ImageStore } from './image-store.js';
import type { NewImage } from './image.js';
import { Images } from './images.service.js';

const NEW: NewImage = {
  name: 'tools',
  reference: 'registry.example/tools:1',
  platform: null,
  authSecret: null,
};

const bench = useEngineBench('images', 'image_versions');
const secrets = new Map<string, string>();
/** Names of the meta-tasks that run on an image. */
let users: string[] = [];
beforeEach(() => {
  secrets.clear();
  users = [];
});

function images(missing: string | null = null): Images {
  const { database, transitions } = bench;
  const read = async (_project: string, name: string) => secrets.get(name) ?? '';
  const quotas = new Quotas(readServerConfig({}), database);
  const engines = { missing, isHere: false };
  return new Images(
    database,
    new ImageStore(database),
    transitions,
    quotas,
    { read },
    engines,
    { onImage: async () => users },
    { imageRegistries: ['registry.example'] },
  );
}

const create = (given: Partial<NewImage> = {}) =>
  images().create(PROJECT, { ...NEW, ...given }, 'Ada');

/** Marks an image as pulled with one version, whose id is returned. */
async function pulled(id: string): Promise<string> {
  const version = newId();
  await bench.insert('image_versions', {
    id: version,
    project_id: PROJECT,
    image_id: id,
    image_name: NEW.name,
    number: 1,
    reference: 'r',
    digest: 'd',
    is_local: false,
    size: 1,
    probe: '{}',
    pulled_at: 0,
    used_at: 0,
  });
  await bench.database.execute(
    `UPDATE images SET state = 'ready', version_id = ?, next_at = NULL, claims = 3 WHERE id = ?`,
    [version, id],
  );
  return version;
}

async function events(): Promise<unknown[]> {
  const found = await bench.events.read({ projectId: PROJECT, after: 0, limit: 10 });
  return found.flatMap(({ type, data }) => (type === 'image' ? [data] : []));
}

describe('an image of a project', () => {
  it('an image is taken once by its name, from allowed registries alone', async () => {
    expect(await create()).toMatchObject({ state: 'pulling', version: null, updatedBy: 'Ada' });
    await expect(create()).rejects.toMatchObject({ code: 'duplicate' });
    await expect(create({ reference: 'other.example/tools:1' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(images('There is no engine').create(PROJECT, NEW, 'Ada')).rejects.toMatchObject({
      code: 'not_available',
    });
    expect(await images().list(PROJECT)).toHaveLength(1);
    expect(await images().list('another project')).toEqual([]);
  });

  it('the secret for a registry must be a login', async () => {
    secrets.set('LOGIN', 'user:password').set('TOKEN', 'hidden');
    await create({ name: 'one', authSecret: 'LOGIN' });
    const refused = create({ name: 'two', authSecret: 'TOKEN' });
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
    await refused.catch((error: Error) => expect(error.message).not.toContain('hidden'));
  });

  it('a refresh has an image pulled again, unless it is being pulled', async () => {
    const { id } = await create();
    await bench.pass(1);
    expect(await images().refresh(PROJECT, id, 'Bob')).toMatchObject({ updatedBy: 'Ada' });
    expect(await events()).toHaveLength(1);
    await pulled(id);
    const again = await images().refresh(PROJECT, id, 'Bob');
    expect(again).toMatchObject({ state: 'pulling', updatedBy: 'Bob', version: { number: 1 } });
    expect(await bench.database.query('SELECT claims, next_at FROM images')).toEqual([
      { claims: 0, next_at: Date.now() },
    ]);
    expect(await events()).toHaveLength(2);
    await expect(images().refresh('another project', id, 'Bob')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  describe('the end of a pull', () => {
    const INFO = { id: 'i', digest: 'new', pinned: 'tools@new', bytes: 2 } as ImageInfo;
    const before = { next_at: 1, claims: 3, error_code: 'image_pull_failed', error: 'It broke.' };

    /** Returns an image that is pulled again after a failure. */
    async function pulling(): Promise<ImageEntity> {
      const { id } = await create();
      await pulled(id);
      await bench.changes('images', id, () =>
        bench.database.execute(
          `UPDATE images SET state = 'pulling', updated_at = 7, next_at = ?, claims = ?, error_code = ?, error = ? WHERE id = ?`,
          [...Object.values(before), id],
        ),
      );
      const [row] = await bench.database.query<ImageEntity>('SELECT * FROM images');
      if (row === undefined) throw new Error('there is no image');
      return row;
    }
    const results = () => new ImageResults(bench.database, bench.transitions);
    const held = (id: string) => ({ sql: 'id = ?', values: [id] });
    const settled = { claims: 0, next_at: null };
    const well = { state: 'ready', ...settled, error_code: null, error: null };
    const versionsOf = ({ id }: ImageEntity) =>
      bench.database.query('SELECT * FROM image_versions WHERE image_id = ? ORDER BY number', [id]);

    it('a pull that finds another content makes a version of it, and nothing is left of a failure', async () => {
      const image = await pulling();
      const found = { info: INFO, probe: null, versionId: await results().known(image, INFO) };
      const ready = () => results().ready(image, held(image.id), found);
      expect(await bench.changes('images', image.id, ready)).toEqual({
        ...well,
        version_id: expect.not.stringContaining(image.version_id ?? ''),
        updated_at: Date.now(),
      });
      expect(await versionsOf(image)).toMatchObject([
        { number: 1 },
        { number: 2, digest: 'new', reference: 'tools@new', size: 2, removed_at: null },
      ]);
      expect((await events()).at(-1)).toMatchObject({ digest: 'new', state: 'ready' });
    });

    it('a pull that finds a known content makes its version the current one', async () => {
      const image = await pulling();
      const info = { ...INFO, digest: 'd', pinned: 'r' };
      const versionId = await results().known(image, info);
      expect(versionId).toBe(image.version_id);
      expect(await results().known(image, { ...info, digest: 'other' })).toBeNull();
      const ready = () => results().ready(image, held(image.id), { info, probe: null, versionId });
      const changes = await bench.changes('images', image.id, ready);
      expect(changes).toEqual({ ...well, updated_at: Date.now() });
      expect(await versionsOf(image)).toHaveLength(1);
    });

    it('a pull that fails says why, and leaves the version that there was', async () => {
      const image = await pulling();
      const error = new ImageError('not_available', 'There is no engine.');
      const fail = () => results().failed(image, held(image.id), error);
      expect(await bench.changes('images', image.id, fail)).toEqual({
        state: 'failed',
        ...settled,
        error_code: 'not_available',
        error: 'There is no engine.',
        updated_at: Date.now(),
      });
      expect((await events()).at(-1)).toMatchObject({ digest: 'd', state: 'failed' });
    });

    it('a pull that another server has taken over writes nothing', async () => {
      const image = await pulling();
      const none = { sql: '1 = 0', values: [] };
      const ready = () =>
        results().ready(image, none, { info: INFO, probe: null, versionId: null });
      expect(await bench.changes('images', image.id, ready)).toEqual({});
      const fail = () => results().failed(image, none, new ImageError('not_available', 'no'));
      expect(await bench.changes('images', image.id, fail)).toEqual({});
      expect(await versionsOf(image)).toHaveLength(1);
      expect(await events()).toHaveLength(1);
    });

    it('a refresh sets a failed image back, and keeps its version', async () => {
      const image = await pulling();
      await bench.database.execute(`UPDATE images SET state = 'failed', next_at = NULL`);
      const again = () => images().refresh(PROJECT, image.id, 'Bob');
      expect(await bench.changes('images', image.id, again)).toEqual({
        state: 'pulling',
        claims: 0,
        error_code: null,
        error: null,
        next_at: Date.now(),
        updated_at: Date.now(),
        updated_by: 'Bob',
      });
    });
  });

  it('an image in use is deleted by force alone, and its versions stay known as removed', async () => {
    const { id } = await create();
    const version = await pulled(id);
    users = ['report'];
    await expect(images().remove(PROJECT, id, false)).rejects.toMatchObject({
      code: 'image_in_use',
    });
    await images().remove(PROJECT, id, true);
    expect(await images().list(PROJECT)).toEqual([]);
    const store = new ImageStore(bench.database);
    expect(await store.version(PROJECT, version)).toMatchObject({ isRemoved: true });
    expect(await store.version('another project', version)).toBeNull();
  });
});

describe('the disk of images', () => {
  const MIB = 1024 * 1024;
  /** References of the images in the engine. */
  let here: Set<string>;
  /** Images that a container still uses. */
  let busy: Set<string>;
  const engine = {
    inspectImage: async (reference: string) => (here.has(reference) ? {} : null),
    removeImage: async (reference: string) => {
      if (busy.has(reference)) throw new Error('in use');
      here.delete(reference);
    },
  } as unknown as ImageEngine;
  const disk = () => new ImageDisk(bench.database, { imagesMb: 10 }, pino({ enabled: false }));

  /** Adds a version of 4 MiB with its time of last use; `named` adds a meta-task that runs on it. */
  async function add(reference: string, used_at: number, given: object = {}, named = false) {
    const id = newId();
    await bench.insert('image_versions', {
      id,
      project_id: PROJECT,
      image_id: id,
      image_name: reference,
      number: 1,
      reference,
      digest: 'd',
      is_local: false,
      size: 4 * MIB,
      probe: '{}',
      pulled_at: 0,
      used_at,
      ...given,
    });
    here.add(reference);
    if (named) {
      const { versionId } = await bench.addType();
      const uses = 'UPDATE task_type_versions SET image_version_id = ? WHERE id = ?';
      await bench.database.execute(uses, [id, versionId]);
    }
  }
  const admit = (reference: string, bytes: number) =>
    disk().admit(engine, { pinned: reference, bytes } as ImageInfo);
  beforeEach(() => {
    here = new Set();
    busy = new Set();
  });

  it('space is made by removing what nothing names, the least recently used first', async () => {
    await add('newer', 3);
    await add('named', 1, {}, true);
    await add('older', 2);
    here.add('new');
    await admit('new', 2 * MIB);
    expect([...here]).toEqual(['newer', 'named', 'new']);
    await admit('new', 6 * MIB);
    expect([...here]).toEqual(['named', 'new']);
    await expect(admit('new', 6 * MIB + 1)).rejects.toThrow('takes 7 MiB');
    expect([...here]).toEqual(['named']);
    await expect(admit('named', 99 * MIB)).resolves.toBeUndefined();
  });

  it('an image that a container has stays, and counts', async () => {
    await add('busy', 1);
    await add('idle', 2);
    busy.add('busy');
    here.add('new');
    await admit('new', 6 * MIB);
    expect([...here]).toEqual(['busy', 'new']);
    await expect(admit('new', 7 * MIB)).rejects.toMatchObject({ code: 'image_pull_failed' });
    await disk().makeSpace(engine);
    await add('large', 3, { size: 6 * MIB }, true);
    await expect(disk().makeSpace(engine)).rejects.toThrow('take 10 MiB');
  });

  it('a sweep removes what is deleted, and forgets it after a month unless a meta-task has it', async () => {
    const removed = { removed_at: Date.now() - 30 * 24 * 60 * 60 * 1000 };
    await add('deleted', 1, { removed_at: Date.now() });
    await add('long gone', 1, { removed_at: removed.removed_at - 1 });
    await add('just so', 1, removed);
    await add('used', 1, { removed_at: removed.removed_at - 1 }, true);
    await add('loaded', 1, { is_local: true });
    await disk().sweep(engine);
    expect([...here]).toEqual(['loaded']);
    const left = await bench.database.query<{ reference: string }>(
      'SELECT reference FROM image_versions',
    );
    expect(left.map(({ reference }) => reference).toSorted()).toEqual([
      'deleted',
      'just so',
      'loaded',
      'used',
    ]);
  });
});
