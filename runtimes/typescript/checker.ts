/**
 * A long-lived process that compiles scripts, so that the server parses no script itself. It sends a line `{"ready":
 * true}` once it can begin. A request is a line `{"id", "source", "engine", "isSnippet"}`. The answer is a line `{"id",
 * "result"}` with a CheckResult and, if that is ok, a line `{"id", "params_schema"}` with a JSON Schema or null.
 */
import type { CompileTarget } from '../../src/sandbox/runtime/protocol.js';
import { readBundleHeader } from './bundle-header.js';
import { compile, startCompiler } from './compile.js';
import { openChannel } from './lines.js';
import { dropPrivileges } from './drop-privileges.js';
import { giveWay } from './give-way.js';

/**
 * Niceness of the process, as for a runner, so that the server can answer requests meanwhile. The compiler, a separate
 * process, inherits it.
 */
const NICENESS = 5;

dropPrivileges();
giveWay(NICENESS);

interface Request {
  id: number;
  source: string;
  engine: CompileTarget;
  isSnippet: boolean;
}

startCompiler();
// Loads the type parser while the compiler, a separate process, starts.
const loading = import('./params/infer.js');

const channel = openChannel((line) => {
  // The guest trusts its host.
  void answer(JSON.parse(line) as Request);
});

/** Resolves once the modules are loaded and the compiler works. */
const ready = Promise.all([loading, compile('', 'isolate')]).then(() => send({ ready: true }));

async function answer({ id, source: given, engine, isSnippet }: Request): Promise<void> {
  await ready;
  const source = isSnippet ? (await import('./snippet.js')).scriptOfSnippet(given) : given;
  const result = await compile(source, engine);
  // Sent before the types are read: a script that compiles stays valid, whatever its types cost.
  await send({ id, result });
  if (!result.ok) return;
  const { inferParamsSchema } = await loading;
  // The schema of a bundle comes from its sender and may be nested too deeply to be serialized.
  const header = readBundleHeader(source);
  const schema = header === null ? inferParamsSchema(source) : (header.params_schema ?? null);
  await send({ id, params_schema: schema }).catch(() => send({ id, params_schema: null }));
}

function send(message: object): Promise<void> {
  return new Promise((resolve) => {
    channel.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}
