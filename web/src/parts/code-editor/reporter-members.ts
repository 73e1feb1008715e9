import type { Completion } from './completions.js';

type Members = Readonly<Record<string, readonly Completion[]>>;

/**
 * Members of the reporter for scripts in a language, with their arguments. A test compares the names with the types of
 * the runtimes.
 */
export const REPORTER_MEMBERS: Readonly<Record<'python' | 'typescript', Members>> = {
  python: buildMembers({
    reporter: {
      step: '(name, fn)',
      sleep: '(seconds)',
      ask_approval: '(prompt, proposal, form, expires_in)',
      run_task: '(identifier, params)',
      run_tasks: '(tasks)',
      wait_for_event: '(name, timeout)',
      set_phase: '(text)',
      set_progress: '(value)',
      output: '(text)',
      log: '(text, level)',
      task: 'the running task',
      aio: 'waits that coroutines can race',
      files: 'files of the workspace',
      secrets: 'secrets of the project',
      http: 'requests',
      ai: 'language models',
      mcp: 'tools of MCP servers',
      memory: 'memories of the project',
      workspace: 'the folder of the workspace',
    },
    'reporter.aio': {
      sleep: '(seconds)',
      ask_approval: '(prompt, proposal, form, expires_in)',
      run_task: '(identifier, params)',
      run_tasks: '(tasks)',
      wait_for_event: '(name, timeout)',
    },
    'reporter.files': {
      read: '(path)',
      write: '(path, content)',
      read_bytes: '(path)',
      read_lines: '(path, start, end)',
      read_section: '(path, section)',
      outline: '(path)',
      glob: '(pattern)',
      search: '(query)',
      list: '(path)',
      delete: '(path)',
      exists: '(path)',
    },
    'reporter.secrets': { get: '(name)' },
    'reporter.http': { request: '(method, url)' },
    'reporter.ai': { generate: '(prompt)', embed: '(texts, model)' },
    'reporter.mcp': { call: '(server, tool, args)', tools: '(server)' },
    'reporter.memory': { search: '(query)', remember: '(text)', forget: '(id)' },
  }),
  typescript: buildMembers({
    reporter: {
      step: '(name, fn)',
      sleep: '(seconds)',
      askApproval: '(prompt, options)',
      runTask: '(identifier, params)',
      runTasks: '(tasks)',
      waitForEvent: '(name, options)',
      setPhase: '(text)',
      setProgress: '(value)',
      output: '(text)',
      log: '(text, level)',
      task: 'the running task',
      signal: 'aborts when the run is to stop',
      files: 'files of the workspace',
      secrets: 'secrets of the project',
      http: 'requests',
      ai: 'language models',
      mcp: 'tools of MCP servers',
      memory: 'memories of the project',
    },
    'reporter.files': {
      read: '(path)',
      write: '(path, content)',
      readBytes: '(path)',
      readLines: '(path, range)',
      readSection: '(path, section)',
      outline: '(path)',
      glob: '(pattern)',
      search: '(query)',
      list: '(path)',
      delete: '(path)',
      exists: '(path)',
    },
    'reporter.secrets': { get: '(name)' },
    'reporter.http': { request: '(method, url)' },
    'reporter.ai': { generate: '(options)', embed: '(texts, options)' },
    'reporter.mcp': { call: '(server, tool, args)', tools: '(server)' },
    'reporter.memory': { search: '(query)', remember: '(text)', forget: '(id)' },
  }),
};

function buildMembers(owners: Record<string, Record<string, string>>): Members {
  return Object.fromEntries(
    Object.entries(owners).map(([owner, members]) => [
      owner,
      Object.entries(members).map(([label, detail]) => ({ label, detail })),
    ]),
  );
}
