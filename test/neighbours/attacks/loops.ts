import type { Language } from '../../support/scripts.js';
import type { TaskDetail } from '../../support/tasks.js';
import { type Attack, prepared, python, typescript } from '../support/attack.js';

/** Returns an attack that starts tasks and cancels each as soon as it runs. */
const cancelled = (name: string, language: Language, body: string): Attack =>
  prepared(
    name,
    (attacker) => attacker.define({ language, body, metaTask: { timeout_seconds: 300 } }),
    async (attacker, identifier) => {
      const id = await attacker.start(identifier ?? '');
      if (id === null) return;
      const path = `${attacker.external}/tasks/${id}`;
      for (;;) {
        const { body: task } = await attacker.ask<TaskDetail>('GET', path);
        if (task.current_phase !== null || task.finished_at !== null) break;
        await attacker.pause(50);
      }
      await attacker.ask('POST', `${path}/cancel`);
      await attacker.wait(id);
    },
    8,
  );

/** Attacks on the processors, by loops that can be interrupted and loops that cannot. */
export const loops: Attack[] = [
  python('Python: loops', 'while True: pass'),
  typescript('TypeScript: loops', 'for (;;);'),
  python('Python: a regular expression', 'import re\nre.match("(a+)+$", "a" * 60 + "b")'),
  typescript('TypeScript: a regular expression', 'return /^(a+)+$/.test("a".repeat(60) + "b");'),
  cancelled(
    'Python: a call of C that is cancelled',
    'python',
    'import re\nreporter.set_phase("Working")\nre.match("(a+)+$", "a" * 60 + "b")',
  ),
  cancelled(
    'TypeScript: a loop that is cancelled',
    'typescript',
    'reporter.setPhase("Working"); await new Promise((done) => setTimeout(done, 100)); for (;;);',
  ),
];
