import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';
import {
  createTask,
  createMetaTask,
  loadLogs,
  readTask,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Size of the disk in bytes, above the free space that the server requires to be ready. */
const DISK_BYTES = 96 * 1024 * 1024;

/** Number of log lines, together larger than the space that SQLite has already allocated. */
const LINES = 500;
/** Writes until the disk is full, then logs a lot and ends. */
const TALKS_WHEN_FULL = `import time
def run(params, reporter):
    content = b"x" * 65_536
    reporter.files.write("/probe.bin", content)
    reporter.set_phase("Working")
    while True:
        try:
            reporter.files.write("/probe.bin", content)
        except Exception:
            break
        time.sleep(0.05)
    for line in range(${LINES}):
        print(line, "x" * 15_000)
    reporter.set_phase("Done")
    return "done"
`;

const disk = mkdtempSync(join(tmpdir(), 'metarun-disk-'));
const mounted = mount();

function mount(): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    // Mounting requires root.
    rmdirSync(disk);
    return false;
  }
}

(mounted ? describe : describe.skip)('a full disk', () => {
  let server: ServerProcess;
  let files: FilesClient;
  const filler = join(disk, 'filler');

  beforeAll(async () => {
    server = await startServerProcess({ METARUN_DATA_DIR: disk, METARUN_SHUTDOWN_SECONDS: '1' });
    files = new FilesClient(server, server.apiKey);
  });
  afterAll(async () => {
    rmSync(filler, { force: true });
    await server.stop();
    execFileSync('/bin/umount', [disk]);
    rmdirSync(disk);
  });

  /** Uses up all free space, including the space of files that were replaced since. */
  function fill(): void {
    const { bavail, bsize } = statfsSync(disk);
    try {
      appendFileSync(filler, Buffer.alloc(bavail * bsize));
    } catch (error) {
      // The server wrote at the same time, so the disk is full.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  async function ready(): Promise<{ status: number; storage: string | undefined }> {
    const { status, body } = await server.call<{ details: { storage?: { status: string } } }>(
      'GET',
      '/health/ready',
    );
    return { status, storage: body.details.storage?.status };
  }

  it('a full disk yields 503 `unavailable`, never 500, and the service resumes once there is space', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    expect(await ready()).toEqual({ status: 200, storage: 'up' });
    const talker = await createMetaTask(server, 'python', TALKS_WHEN_FULL);
    const running = await createTask(server, talker);
    await taskWhen(server, running, (task) => task.current_phase === 'Working');
    fill();
    expect(await ready()).toEqual({ status: 503, storage: 'down' });

    const written = await files.put('/big.txt', 'x'.repeat(500_000));
    expect(written.status).toBe(503);
    expect(await written.json()).toMatchObject({ code: 'unavailable' });
    const form: [string, string | Blob, string?][] = [
      ['dir_path', '/'],
      ['file', new Blob(['x'.repeat(5_000_000)]), 'big.bin'],
    ];
    expect((await files.upload(form)).status).toBe(503);

    const created: string[] = [];
    const refused: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const body = { task_type_identifier: noOp, params: { text: 'x'.repeat(900_000) } };
      const answer = await server.call<TaskSummary & { code: string }>('POST', TASKS, { body });
      if (answer.status === 201) created.push(answer.body.id);
      else refused.push(`${answer.status} ${answer.body.code}`);
    }
    // A database on another disk keeps working.
    expect(refused.length).toBeGreaterThan(DATABASE === 'sqlite' ? 0 : -1);
    expect(refused).toEqual(refused.map(() => '503 unavailable'));
    if (DATABASE === 'postgres') expect(created).toHaveLength(12);
    // Reads keep working.
    expect((await server.call('GET', TASKS)).status).toBe(200);
    expect((await files.fetch('?path=/')).status).toBe(200);

    await until('the running task to feel it', async () => {
      fill();
      if (DATABASE === 'sqlite') return /failed to store/.test(server.output.stderr);
      return (await readTask(server, running)).body.current_phase === 'Done';
    });

    rmSync(filler);
    expect(await ready()).toEqual({ status: 200, storage: 'up' });
    expect((await files.put('/big.txt', 'y'.repeat(500_000))).status).toBe(201);
    const after = await createTask(server, noOp);
    for (const id of [...created, after])
      expect((await taskWhen(server, id)).status).toBe('success');
    expect(await taskWhen(server, running)).toMatchObject({
      status: 'success',
      result: 'done',
      attempt: 1,
      current_phase: 'Done',
    });
    expect((await loadLogs(server, running)).map(({ text }) => Number(text.split(' ')[0]))).toEqual(
      [...Array(LINES).keys()],
    );
    expect((await files.paths('/')).toSorted()).toEqual(['/big.txt', '/probe.bin']);
  });
});
