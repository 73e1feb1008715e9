import { type Attack, prepared, python, typescript } from '../support/attack.js';

const SAY = `
def say(data):
    view = memoryview(data)
    while view: view = view[os.write(3, view):]
`;

/** Attacks with more messages from scripts than the host can read. */
export const channel: Attack[] = [
  python('Python: log lines', 'n = 0\nwhile True:\n    n += 1\n    print(n)'),
  typescript(
    'TypeScript: long log lines',
    'const line = "x".repeat(1e6); for (;;) console.log(line);',
  ),
  python(
    'frames that bypass the guest',
    `${SAY}
while True: say(b'{"type":"phase","text":"p"}\\n{"type":"progress","percent":1}\\n' * 1000)`,
  ),
  typescript(
    'phases and progress',
    'for (let i = 0; ; i++) { reporter.setPhase("p" + i); reporter.setProgress(i % 100); }',
  ),
  typescript('big results', 'return Array(400_000).fill(0).map((_, i) => i);'),
  python(
    'deep results',
    'value = []\nfor _ in range(900): value = [value, {"a": value and 1}]\nreturn value',
  ),
  typescript(
    'calls that are not awaited',
    'for (let i = 0; ; i++) { reporter.files.exists("/" + i).catch(() => {}); if (i % 1000 === 0) await new Promise((done) => setTimeout(done)); }',
  ),
  python(
    'steps without end',
    'n = 0\nwhile True:\n    n += 1\n    reporter.step(f"s{n}", lambda: "x" * 10_000)',
  ),
  prepared(
    'redaction by crafted secrets',
    async (attacker) => {
      for (const name of ['ONE', 'TWO', 'THREE', 'FOUR'])
        await attacker.prepare('PUT', `${attacker.project}/secrets/${name}`, {
          value: Array.from({ length: 200 }, (_, n) => 'a'.repeat(250) + name + n).join('\n'),
        });
      return attacker.define({
        language: 'typescript',
        body: 'for (const name of ["ONE", "TWO", "THREE", "FOUR"]) await reporter.secrets.get(name); for (;;) { console.log("a".repeat(8000)); await new Promise((done) => setTimeout(done)); }',
      });
    },
    (attacker, identifier) => attacker.run(identifier ?? ''),
    4,
  ),
];
