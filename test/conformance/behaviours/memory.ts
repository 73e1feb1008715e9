import type { Group, PortBehaviour } from '../behaviour.js';

const FOUND = [{ id: 'm', text: 'Wäscht', kind: 'fact' }];

export const MEMORY: Group<PortBehaviour> = {
  title: 'Memory',
  behaviours: {
    'memory.search': {
      says: 'a memory search reaches the host with its options, and its findings are returned',
      answers: () => Promise.resolve(FOUND),
      python:
        'return [reporter.memory.search("wörds"), len(reporter.memory.search("b", scope="subject", limit=2))]',
      typescript:
        'return [await reporter.memory.search("wörds"), (await reporter.memory.search("b", { scope: "subject", limit: 2 })).length];',
      result: [FOUND, 1],
      calls: [
        { method: 'memory.search', args: { query: 'wörds', scope: null, limit: 5 } },
        { method: 'memory.search', args: { query: 'b', scope: 'subject', limit: 2 } },
      ],
    },
    'memory.remember': {
      says: 'a text to remember reaches the host with its options, and its entry is returned',
      answers: () => Promise.resolve({ id: 'm', status: 'active', created: true }),
      python:
        'return [reporter.memory.remember("a")["status"], reporter.memory.remember("b", kind="pitfall", scope="project", expires_in=60)["id"]]',
      typescript:
        'return [(await reporter.memory.remember("a")).status, (await reporter.memory.remember("b", { kind: "pitfall", scope: "project", expiresIn: 60 })).id];',
      result: ['active', 'm'],
      calls: [
        {
          method: 'memory.remember',
          args: { text: 'a', kind: 'fact', scope: 'task_type', expires_in: null },
        },
        {
          method: 'memory.remember',
          args: { text: 'b', kind: 'pitfall', scope: 'project', expires_in: 60 },
        },
      ],
    },
    'memory.forget': {
      says: 'a request to forget an entry reaches the host with its id',
      answers: () => Promise.resolve(null),
      python: 'return reporter.memory.forget("m")',
      typescript: 'return await reporter.memory.forget("m");',
      result: null,
      calls: [{ method: 'memory.forget', args: { id: 'm' } }],
    },
    'memory.text': {
      says: 'a number passed to `remember` raises a type error before any call',
      python: 'reporter.memory.remember(7)',
      typescript: 'await reporter.memory.remember(7);',
      raises: 'type',
      calls: [],
    },
  },
};
