/** Modules of Node that need a machine: packages may import them, and their functions fail when they are called. */

/** The members of a module: the names of functions and classes, and values by name. */
interface Shape {
  functions: string[];
  values: Record<string, unknown>;
  modules?: Record<string, Shape>;
}

/** Functions that check names and values of headers; the one that sends them does so, too. */
const CHECKS = ['validateHeaderName', 'validateHeaderValue'];
/** Classes that packages make when they are loaded, to have them in case. */
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
  // Packages make one when they are loaded; what it loads is what fails.
  if (name === 'createRequire') return () => stub('module', 'require', advice);
  const what = `${module}.${name}`;
  const rejects = module.endsWith('promises');
  return function refuse(): unknown {
    if (!rejects) throw refused(what, advice);
    return Promise.reject(refused(what, advice));
  };
}

/** Makes a module of what it has in Node. */
export default function make(module: string, advice: string, shape: Shape): object {
  const made: Record<string, unknown> = { ...shape.values };
  for (const name of shape.functions) made[name] = stub(module, name, advice);
  for (const [name, inner] of Object.entries(shape.modules ?? {}))
    made[name] = make(`${module}.${name}`, advice, inner);
  return made;
}
