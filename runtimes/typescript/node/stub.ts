/** Node modules that need a machine: packages may import them, but their functions fail when called. */

/** The members of a module: the names of functions and classes, and values by name. */
interface Shape {
  functions: string[];
  values: Record<string, unknown>;
  modules?: Record<string, Shape>;
}

/**
 * Functions that validate names and values of headers. They do nothing, since the sender of headers validates them too.
 */
const CHECKS = ['validateHeaderName', 'validateHeaderValue'];
/** Classes that packages instantiate when loaded, without necessarily using them. */
const HARMLESS = ['Agent'];

function refused(what: string, advice: string): Error {
  const error = new Error(`${what} needs a machine, which an isolate does not have: ${advice}`);
  return Object.assign(error, { code: 'ENOSYS', syscall: what });
}

function stub(module: string, name: string, advice: string): unknown {
  if (HARMLESS.includes(name)) return class Agent {};
  if (CHECKS.includes(name)) return () => undefined;
  // There are no files.
  if (name === 'existsSync') return () => false;
  // Packages create one when loaded; only its use fails.
  if (name === 'createRequire') return () => stub('module', 'require', advice);
  const what = `${module}.${name}`;
  const rejects = module.endsWith('promises');
  return function refuse(): unknown {
    if (!rejects) throw refused(what, advice);
    return Promise.reject(refused(what, advice));
  };
}

/** Creates a stub module with the members that the module has in Node. */
export default function make(module: string, advice: string, shape: Shape): object {
  const made: Record<string, unknown> = { ...shape.values };
  for (const name of shape.functions) made[name] = stub(module, name, advice);
  for (const [name, inner] of Object.entries(shape.modules ?? {}))
    made[name] = make(`${module}.${name}`, advice, inner);
  return made;
}
