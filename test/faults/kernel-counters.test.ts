/** Tests that no script exhausts the resources that the kernel counts per user, for the server or for other runs. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { sandbox } from '../support/sandbox.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { listServers } from '../support/server-users.js';
import { sized } from '../support/size.js';
import { createTask, createMetaTask, runScript, taskWhen } from '../support/tasks.js';

/** Time for which the processes of the attack hold their resources, in s. */
const HELD_SECONDS = sized(60, 5);

const KINDS = (['bubblewrap', 'namespaces'] as const).slice(3 - sandbox.report.level);

/** 30 processes with 240,000 epoll items each, more than a user may have on a machine with 24 GB. */
const TAKES_ALL_EPOLL_ITEMS = `
import ctypes, os, select, time
def fill():
    read, write = os.pipe()
    copies = [os.dup(read) for _ in range(500)]
    held = [select.epoll() for _ in range(480)]
    try:
        for epoll in held:
            for copy in copies: epoll.register(copy, 1)
    except OSError: pass
    time.sleep(${HELD_SECONDS})
def run(params, reporter):
    if ctypes.CDLL(None).epoll_create1(0) < 0: return "refused"
    for _ in range(30):
        if os.fork() == 0:
            try: fill()
            finally: os._exit(0)
    reporter.set_phase("Working")
    for _ in range(30): os.wait()
`;

const USES_ALL_THAT_IS_COUNTED: Record<(typeof LANGUAGES)[number], string> = {
  python: `
import asyncio, subprocess, threading
async def run(params, reporter):
    echo = await asyncio.create_subprocess_exec("echo", "echoed", stdout=subprocess.PIPE)
    out, _ = await echo.communicate()
    thread = await asyncio.to_thread(threading.get_ident)
    return [out.decode().strip(), thread != threading.get_ident()]
`,
  typescript: 'export async function run() { return ["echoed", true]; }',
};

let server: ServerProcess;
afterEach(() => server.stop());

describe.each(listServers(KINDS))(
  'a server that is %s, with the sandbox %s,',
  (_name, kind, user) => {
    it('the server and other runs continue while a script exhausts all epoll items', async () => {
      server = await startServerProcess({ METARUN_SANDBOX: kind, METARUN_CONCURRENCY: '4' }, user);
      const { pid } = server;
      const attack = await createMetaTask(server, 'python', TAKES_ALL_EPOLL_ITEMS, {
        timeout_seconds: 90,
      });
      const id = await createTask(server, attack);
      let ended = false;
      const attacked = taskWhen(server, id, undefined, 120_000).finally(() => (ended = true));
      while (!ended) {
        for (const language of LANGUAGES) {
          const task = await runScript(server, language, USES_ALL_THAT_IS_COUNTED[language]);
          expect(task).toMatchObject({ status: 'success', result: ['echoed', true] });
        }
      }
      await attacked;
      expect(server.pid).toBe(pid);
      expect(existsSync(`/proc/${pid}`)).toBe(true);
      // The log reports only the end of the script.
      const logged = server.output.stderr.split('\n').filter((line) => line !== '');
      expect(logged.filter((line) => !line.includes(id))).toEqual([]);
    });
  },
);
