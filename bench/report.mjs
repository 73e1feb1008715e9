import { engineRows } from './engines/compare.mjs';

const NAMES = { typescript: 'TypeScript', python: 'Python' };
const COUNTED = { isolate: 'TypeScript', node: 'TypeScript on Node', python: 'Python' };
/** Reference of each language: the bare interpreter or isolate. */
const REFERENCE = { typescript: 'isolate', python: 'python' };
const TARGETS = [
  {
    what: 'TypeScript, one by one, p50',
    unit: 'ms',
    targetOf: () => 10,
    valueOf: ({ typescript }) => typescript.sequential.total.p50,
  },
  {
    what: 'Python, one by one, p50, below python3 -c pass',
    unit: 'ms',
    targetOf: ({ python }) => python.p50,
    valueOf: ({ python }) => python.sequential.total.p50,
  },
  {
    what: 'TypeScript, steady load',
    unit: 'tasks/s',
    targetOf: () => 400,
    valueOf: ({ typescript }) => typescript.throughput.perSecond,
  },
  {
    what: 'Python, steady load',
    unit: 'tasks/s',
    targetOf: () => 150,
    valueOf: ({ python }) => python.throughput.perSecond,
  },
  {
    what: 'TypeScript, three steps, p50',
    unit: 'ms',
    targetOf: () => 15,
    valueOf: (_, { workflow }) => workflow.typescript.total.p50,
  },
  {
    what: 'Python, three steps, p50',
    unit: 'ms',
    targetOf: () => 15,
    valueOf: (_, { workflow }) => workflow.python.total.p50,
  },
  {
    what: 'TypeScript, a loop is cancelled, p95',
    unit: 'ms',
    targetOf: () => 300,
    valueOf: (_, { cancel }) => cancel.typescript.p95,
  },
  {
    what: 'Python, a loop is cancelled, p95',
    unit: 'ms',
    targetOf: () => 300,
    valueOf: (_, { cancel }) => cancel.python.p95,
  },
];

/** Renders the report as text. */
export function render(report) {
  const { machine, reference, start, sqlite, postgres, projects, breakdown, engines, counts } =
    report;
  const notes = [
    `metarun bench${report.quick ? ' (quick: too few runs to quote)' : ''}: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}, ${report.seconds.toFixed(0)} s`,
    'Settings at their defaults but METARUN_RATE_LIMIT=0. Client and server share the machine.',
  ];
  return [
    ...notes,
    section('References of this run, ms', referenceRows(reference)),
    section('SQLite: create -> success as a client sees it', loadRows(sqlite, reference)),
    postgres === null
      ? '\nPostgreSQL: skipped, TEST_POSTGRES_URL is not set'
      : section('PostgreSQL: create -> success as a client sees it', loadRows(postgres, reference)),
    section(
      'TypeScript, one by one, round robin over projects that are active',
      projectRows(projects, reference),
    ),
    section('Tasks of three durable steps, and cancels of a loop', workflowRows(report, reference)),
    section('TypeScript on Node: a process for each run', nodeRows(report)),
    section('Server', serverRows(start, sqlite, reference)),
    section(
      'Where the time of one task goes, ms (middle half of the runs, with tracing on)',
      partRows(breakdown),
    ),
    section('CPU time of one task under steady load, ms', cpuRows(sqlite)),
    counts === null
      ? '\nPage faults and system calls: skipped, since perf is not installed or may not count them'
      : section('Page faults and system calls of one task, one by one', countRows(counts)),
    engines === null
      ? '\nRestate and DBOS: skipped, `npm run bench -- --engines` installs them'
      : section('Engines: request to result over HTTP, in turns', engineRows(engines)),
    section('Targets', targetRows(report)),
  ].join('\n');
}

/** Renders the comparison of engines as text. */
export function renderEngines({ machine, load, quick, engines }) {
  const { cores, cpu, node } = machine;
  const note = quick ? ' (quick: too few runs to quote)' : '';
  return [
    `metarun bench --engines${note}: ${cores} cores, ${cpu}, Node ${node}, load average ${load.join(' ')}`,
    section('Engines: request to result over HTTP, in turns', engineRows(engines)),
  ].join('\n');
}

function referenceRows(reference) {
  const row = (what, { p50, p95, count }) => [what, ms(p50), ms(p95), String(count)];
  return [
    ['', 'p50', 'p95', 'runs'],
    row('/usr/bin/python3 -c pass', reference.python),
    row('node -e 0', reference.node),
    row('isolate: create, run, dispose', reference.isolate),
    row('the same from the snapshot', reference.isolateFromSnapshot),
    row('a new context in one that is kept', reference.isolateKept),
  ];
}

function loadRows(results, reference) {
  const rows = [['', 'p50 ms', 'p95 ms', 'max ms', 'ratio to the reference', '']];
  for (const language of Object.keys(NAMES)) {
    const { sequential, bursts, throughput } = results[language];
    const { p50: base } = reference[REFERENCE[language]];
    const ratio = (time) => `${ms(time)} / ${ms(base)} = ${(time / base).toFixed(1)}`;
    const row = (what, { p50, p95, max }, compared = '', more = '') =>
      rows.push([`${NAMES[language]}, ${what}`, ms(p50), ms(p95), ms(max), compared, more]);
    row('one by one', sequential.total, ratio(sequential.total.p50));
    row('  of which the POST', sequential.accepted);
    row('  recorded by the server', sequential.recorded, '', 'created_at to finished_at');
    const { size, rounds, wall } = bursts;
    const done = `all done after ${ms(wall.p50)} ms (median of ${rounds})`;
    row(`${size} at once`, bursts.total, `${ratio(wall.p50 / size)} a task`, done);
    const { count, inFlight, total, perSecond } = throughput;
    const rate = `${perSecond.toFixed(0)} tasks/s (${count} tasks)`;
    row(`steady, ${inFlight} in flight`, total, `${ratio(1000 / perSecond)} a task`, rate);
  }
  return rows;
}

function projectRows(projects, { isolate }) {
  const rows = projects.map(({ projects: count, total }) => [
    String(count),
    ms(total.p50),
    ms(total.p95),
    `${ms(total.p50)} / ${ms(isolate.p50)} = ${(total.p50 / isolate.p50).toFixed(1)}`,
  ]);
  return [['projects', 'p50 ms', 'p95 ms', 'ratio to the reference'], ...rows];
}

function nodeRows({ node, reference }) {
  const { p50: base } = reference.node;
  const row = (what, { p50, p95 }) => [
    what,
    ms(p50),
    ms(p95),
    `${ms(p50)} / ${ms(base)} = ${(p50 / base).toFixed(1)}`,
  ];
  return [
    ['', 'p50 ms', 'p95 ms', 'ratio to `node -e 0`'],
    row('a process waits for it', node.waiting),
    row('one after the other', node.following),
  ];
}

function workflowRows({ workflow, cancel }, reference) {
  const rows = Object.entries(NAMES).flatMap(([language, name]) => {
    const { total, perSecond } = workflow[language];
    const { p50: base } = reference[REFERENCE[language]];
    const ratio = `${ms(total.p50)} / ${ms(base)} = ${(total.p50 / base).toFixed(1)}`;
    const { p50, p95 } = cancel[language];
    return [
      [
        `${name}, three steps`,
        ms(total.p50),
        ms(total.p95),
        ratio,
        `${perSecond.toFixed(0)} tasks/s`,
      ],
      [`${name}, cancel to cancelled`, ms(p50), ms(p95), '', ''],
    ];
  });
  return [['', 'p50 ms', 'p95 ms', 'ratio to the reference', ''], ...rows];
}

function serverRows(start, sqlite, { idleNodeMib: base }) {
  const runners = (sizes) => {
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const ratio = `${mean.toFixed(1)} / ${base.toFixed(1)} = ${(mean / base).toFixed(1)}`;
    return `${mean.toFixed(1)} MiB (${sizes.length} of them); to an idle \`node\`: ${ratio}`;
  };
  const memory = ({ server, children, processes }) =>
    `server ${server.toFixed(0)} MiB, its ${processes} children ${children.toFixed(0)} MiB`;
  return [
    ['start on an empty database', `${start.empty.toFixed(0)} ms`],
    ['start on a database with meta-tasks of both languages', `${start.existing.toFixed(0)} ms`],
    ['memory (VmRSS), idle', memory(start.idle)],
    ['memory (VmRSS), after the load', memory(sqlite.memoryAfter)],
    ['each warm runner (PSS), idle', runners(start.runners)],
    ['each runner (PSS), after the load', runners(sqlite.runnersAfter)],
  ];
}

function partRows({ typescript, python }) {
  const rows = typescript.parts.map((part, index) => [
    part.what,
    ms(part.ms),
    ms(python.parts[index].ms),
  ]);
  return [
    ['', NAMES.typescript, NAMES.python],
    ...rows,
    ['in all', ms(typescript.total), ms(python.total)],
  ];
}

function cpuRows(results) {
  const rows = Object.entries(NAMES).map(([language, name]) => {
    const { client, server, children } = results[language].throughput.cpu;
    return [name, ms(server), ms(children), ms(client), ms(server + children + client)];
  });
  return [['', 'server', 'its children', 'this client', 'in all'], ...rows];
}

function countRows(counts) {
  const rows = Object.entries(counts).flatMap(([kind, { server, kept, started }]) =>
    ['page faults', 'system calls'].map((what, index) => {
      const parts = [server, kept, started].map((part) => part[index]);
      const sum = parts.reduce((total, part) => total + part, 0);
      return [`${COUNTED[kind]}, ${what}`, ...[...parts, sum].map((each) => each.toFixed(0))];
    }),
  );
  return [['', 'server', 'kept processes', 'processes it starts', 'in all'], ...rows];
}

function targetRows(report) {
  const { sqlite, reference } = report;
  return TARGETS.map(({ what, unit, targetOf, valueOf }) => {
    const value = valueOf(sqlite, report);
    const target = targetOf(reference);
    const wanted = unit === 'ms' ? `<= ${ms(target)} ms` : `>= ${target} ${unit}`;
    const met = unit === 'ms' ? value <= target : value >= target;
    return [what, wanted, `${value.toFixed(1)} ${unit}`, met ? 'met' : 'missed'];
  });
}

function ms(value) {
  return value.toFixed(value < 10 ? 2 : 1);
}

function section(title, rows) {
  const widths = rows[0].map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        /^[\d.]+$/.test(cell) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
  return `\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
