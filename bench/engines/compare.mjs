import { clock, percentile, spread } from '../statistics.mjs';
import { startDbos } from './dbos.mjs';
import { startMetarun } from './metarun.mjs';
import { startRestate } from './restate.mjs';

/** Kinds of tasks in a round. All engines run one kind before the next begins. */
const KINDS = { noop: 'no-op', steps: 'three steps', python: 'no-op in Python' };

/**
 * Compares metarun, Restate and DBOS in one run. The same client calls each over HTTP and waits for the result, one by
 * one and `inFlight` at a time, in alternation for `rounds` rounds. Only metarun runs Python, which has no counterpart.
 */
export async function compare({ rounds, oneByOne, steady, inFlight, warmUp }, say) {
  const engines = [];
  try {
    for (const start of [startMetarun, startRestate, startDbos]) engines.push(await start());
    const results = engines.flatMap((engine) =>
      listKinds(engine).map((kind) => empty(engine, kind)),
    );
    for (const { engine, kind } of results) await many(engine, kind, warmUp, inFlight);
    for (let round = 1; round <= rounds; round += 1) {
      say(`${engines.map(({ name }) => name).join(', ')}: round ${round} of ${rounds}`);
      for (const kind of Object.keys(KINDS))
        for (const result of results.filter((each) => each.kind === kind))
          await measure(result, { oneByOne, steady, inFlight });
    }
    return results.map(summary);
  } finally {
    for (const engine of engines) await engine.stop();
  }
}

function listKinds({ name }) {
  return Object.keys(KINDS).filter((kind) => kind !== 'python' || name === 'metarun');
}

function empty(engine, kind) {
  return { engine, kind, times: [], rates: [], cpu: [] };
}

async function measure(result, { oneByOne, steady, inFlight }) {
  const { engine, kind } = result;
  result.times.push(...(await many(engine, kind, oneByOne, 1)));
  const before = engine.cpu();
  const began = clock();
  await many(engine, kind, steady, inFlight);
  result.rates.push((steady / (clock() - began)) * 1000);
  result.cpu.push((engine.cpu() - before) / steady);
}

/** Runs `count` calls, `inFlight` at a time. Resolves to the time of each, in ms. */
async function many(engine, kind, count, inFlight) {
  const times = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const began = clock();
      await engine.run(kind);
      times.push(clock() - began);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, worker));
  return times;
}

function summary({ engine, kind, times, rates, cpu }) {
  return {
    engine: engine.name,
    what: KINDS[kind],
    total: spread(times),
    perSecond: percentile(rates, 0.5),
    cpu: percentile(cpu, 0.5),
  };
}

/** Returns the rows of the report. */
export function engineRows(results) {
  const rows = results.map(({ engine, what, total, perSecond, cpu }) => [
    `${engine}, ${what}`,
    total.p50.toFixed(2),
    total.p95.toFixed(2),
    perSecond.toFixed(0),
    cpu.toFixed(2),
  ]);
  return [['', 'p50 ms', 'p95 ms', 'runs/s', 'CPU ms a run'], ...rows];
}
