import type { Group, PortBehaviour } from '../behaviour.js';

export const PHASES: Group<PortBehaviour> = {
  title: 'Phases',
  behaviours: {
    'phase.set': {
      says: 'phases are reported unchanged and in order',
      python: 'for text in ("Loading", "", "Ünï 🎉", "Loading", "a\\nb"): reporter.set_phase(text)',
      typescript:
        'for (const text of ["Loading", "", "Ünï 🎉", "Loading", "a\\nb"]) reporter.setPhase(text);',
      events: ['phase:Loading', 'phase:', 'phase:Ünï 🎉', 'phase:Loading', 'phase:a\nb'],
    },
    'phase.long': {
      says: 'a phase of any length is cut at 500 characters',
      python: 'reporter.set_phase("x" * 600)\nreporter.set_phase("y" * 20_000_000)',
      typescript: 'reporter.setPhase("x".repeat(600)); reporter.setPhase("y".repeat(20_000_000));',
      events: [`phase:${'x'.repeat(500)}`, `phase:${'y'.repeat(500)}`],
    },
    'phase.unprintable': {
      says: 'NUL and lone surrogates in a phase become U+FFFD',
      python: 'reporter.set_phase("a\\0b\\ud800c")',
      typescript: 'reporter.setPhase("a\\0b\\ud800c");',
      events: ['phase:a\ufffdb\ufffdc'],
    },
    'phase.order': {
      says: 'phases, progress and log lines arrive in the order in which they were reported',
      python:
        'reporter.set_phase("one")\nreporter.set_progress(10)\nprint("two")\nreporter.log("three", level="debug")\nreporter.set_phase("four")\nprint("five")',
      typescript:
        'reporter.setPhase("one"); reporter.setProgress(10); console.log("two"); reporter.log("three", "debug"); reporter.setPhase("four"); console.log("five");',
      events: ['phase:one', 'progress:10', 'info:two', 'debug:three', 'phase:four', 'info:five'],
    },
    'phase.passed-on': {
      says: 'methods of the reporter can be passed as values',
      python: 'report = reporter.set_phase\nreport("reported")',
      typescript: 'const { setPhase: report } = reporter; report("reported");',
      events: ['phase:reported'],
    },
  },
};

export const PROGRESS: Group<PortBehaviour> = {
  title: 'Progress',
  behaviours: {
    'progress.order': {
      says: 'progress is reported in order',
      python: 'for value in (1, 20, 55): reporter.set_progress(value)',
      typescript: 'for (const value of [1, 20, 55]) reporter.setProgress(value);',
      events: ['progress:1', 'progress:20', 'progress:55'],
    },
    'progress.rounding': {
      says: 'progress is rounded down to an integer',
      python: 'for value in (0.5, 40.9, 41.0, 41.99): reporter.set_progress(value)',
      typescript: 'for (const value of [0.5, 40.9, 41.0, 41.99]) reporter.setProgress(value);',
      events: ['progress:40', 'progress:41'],
    },
    'progress.never-falls': {
      says: 'progress never decreases and is reported only when it increases',
      python: 'for value in (30, 10, 30, 0, 31): reporter.set_progress(value)',
      typescript: 'for (const value of [30, 10, 30, 0, 31]) reporter.setProgress(value);',
      events: ['progress:30', 'progress:31'],
    },
    'progress.bounds': {
      says: 'progress can be 0 to 100, but at most 99 is reported before the end',
      python: 'reporter.set_progress(0)\nreporter.set_progress(-0.0)\nreporter.set_progress(100)',
      typescript: 'reporter.setProgress(0); reporter.setProgress(-0); reporter.setProgress(100);',
      events: ['progress:99'],
    },
    'progress.many': {
      says: 'of 20,000 progress values, only the 99 increases are reported',
      heavy: true,
      python: 'for n in range(20_000): reporter.set_progress(n / 200)',
      typescript: 'for (let n = 0; n < 20_000; n++) reporter.setProgress(n / 200);',
      events: Array.from({ length: 99 }, (_, n) => `progress:${n + 1}`),
    },
  },
};
