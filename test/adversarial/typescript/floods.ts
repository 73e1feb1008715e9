import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

const flood = (name: string, body: string, ...ends: [Ending, ...Ending[]]): HostileCase => ({
  name,
  body,
  ends,
});

export const floods: HostileCase[] = [
  flood('log lines', 'for (let i = 0; ; i++) console.log(i);', 'timeout'),
  flood(
    'calls that are not awaited',
    'for (;;) reporter.files.exists("/x").catch(() => {});',
    'timeout',
    'out_of_memory',
  ),
  flood(
    'files',
    'for (let i = 0; ; i++) await reporter.files.write("/flood/" + i, "x");',
    'timeout',
  ),
  flood('timers beyond what is allowed', 'for (;;) setTimeout(() => {}, 1e6);', 'script_error'),
  flood(
    'all at once',
    'setInterval(() => console.log("x".repeat(1e5)), 0); setInterval(() => reporter.setPhase("y".repeat(1e5)), 0); setInterval(() => { reporter.files.list().catch(() => {}); }, 0); for (let i = 0; ; i++) { reporter.setProgress(i % 100); if (i % 100 === 0) await new Promise((done) => setTimeout(done)); }',
    'timeout',
    'out_of_memory',
  ),
  ...atWholeSize(
    flood('long log lines', 'const line = "x".repeat(1e6); for (;;) console.log(line);', 'timeout'),
    flood(
      'a log call of many lines',
      'console.log("\\n".repeat(5e6)); return 1;',
      'success',
      'timeout',
    ),
    flood(
      'log lines of what is hard to show',
      'const wide: any = {}; for (let i = 0; i < 100; i++) wide["k" + i] = wide["m" + i] = Array(100).fill(Array(100).fill({ a: [] })); for (;;) console.log(wide);',
      'timeout',
      'out_of_memory',
    ),
    flood('phases', 'for (let i = 0; ; i++) reporter.setPhase("phase " + i);', 'timeout'),
    flood(
      'long phases',
      'const long = "x".repeat(5e6); for (;;) reporter.setPhase(long);',
      'timeout',
    ),
    flood(
      'progress',
      'for (let i = 0; ; i = (i + 1e-6) % 100) reporter.setProgress(i);',
      'timeout',
    ),
    flood('calls that are awaited', 'for (;;) await reporter.files.exists("/x");', 'timeout'),
    flood(
      'calls that fail',
      'for (;;) await reporter.files.read("/none").catch(() => {});',
      'timeout',
    ),
    flood(
      'calls with long arguments',
      'const long = "/" + "x".repeat(4e6); for (;;) await reporter.files.exists(long).catch(() => {});',
      'timeout',
      'out_of_memory',
    ),
    flood(
      'one file again and again',
      'const text = "x".repeat(1e6); for (;;) await reporter.files.write("/again", text);',
      'timeout',
    ),
    flood(
      'timers that are set and cleared',
      'for (;;) clearTimeout(setTimeout(() => {}, 1e6));',
      'timeout',
    ),
  ),
];
