// Meta-tasks for tests that kill processes at random.

/** Scripts with steps, a wait for one task in four, a child task for one in three, and an approval for one in five. */
export const SCRIPTS = {
  python: `def run(params, reporter):
    n = params["index"]
    one = reporter.step("one", lambda: n)
    child = reporter.run_task("storm-child", {"n": n}) if n % 3 == 0 else n
    if n % 5 == 0:
        reporter.ask_approval("Go on?")
    if n % 4 == 0:
        reporter.sleep(1.1)
    return [one, child, reporter.step("two", lambda: one + 1)]
`,
  typescript: `export default async function run(params: { index: number }, reporter) {
  const n = params.index;
  const one = await reporter.step('one', () => n);
  const child = n % 3 === 0 ? await reporter.runTask('storm-child', { n }) : n;
  if (n % 5 === 0) await reporter.askApproval('Go on?');
  if (n % 4 === 0) await reporter.sleep(1.1);
  return [one, child, await reporter.step('two', () => one + 1)];
}
`,
};
/** Retries, as a script fails if its own process is killed. */
export const RETRIED = { max_attempts: 10, retry_delay_seconds: 0 };
export const CHILD = `export const run = (params: { n: number }) => params.n;
`;
