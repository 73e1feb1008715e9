import { findErrorCode, getErrorMessage } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { type AskOptions, askProgram, ProgramError } from '../ask-program.js';
import { endedFromOutside } from '../guest-exit.js';
import { sharedLibraries } from '../sandbox/guest-files.js';

/**
 * Files for the interpreter and for programs that scripts start: ctypes finds libraries with `ldconfig`. From
 * /usr/share, only files for the standard library, certificates and Debian's pip are included.
 */
const SYSTEM_FOR_PYTHON =
  '/usr/bin /usr/libexec /usr/share/zoneinfo /usr/share/ca-certificates /usr/share/python-wheels /bin /sbin/ldconfig /sbin/ldconfig.real /etc/ld.so.cache /etc/localtime /etc/mime.types /etc/alternatives /etc/ssl/certs /etc/ssl/cert.pem /etc/ssl/openssl.cnf /etc/pki/tls/certs /etc/pki/tls/cert.pem /etc/pki/ca-trust/extracted'.split(
    ' ',
  );
/** Folders that an interpreter shares with all other software on the machine. */
const SHARED_PREFIXES = ['/usr', '/usr/local'];
const WHERE_PYTHON_IS = `
import json, os, sys, sysconfig
own = sys.prefix != sys.base_prefix
folder = os.path.dirname(sys.executable)
names = [os.path.join(folder, name) for name in ("python", "python3")]
library = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or "")
print(json.dumps({
    "version": list(sys.version_info[:3]),
    "abi": sysconfig.get_config_var("SOABI"),
    "executable": sys.executable if own else os.path.realpath(sys.executable),
    "folders": sorted({sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix,
                       *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib"))}),
    "programs": [library, *(name for name in names if os.path.realpath(name) == os.path.realpath(sys.executable))],
}))
`;

/** Errors of a start for which the machine lacked processes, memory or open files. */
const WITHOUT_MEANS = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Oldest version that can run scripts. */
const OLDEST = [3, 9] as const;

/** An interpreter and the files that it needs. */
export interface Interpreter {
  /** Path of the program itself, not of a shim that starts it. */
  executable: string;
  readable: readonly string[];
  /**
   * Platform tag of compiled packages, such as `cpython-311-x86_64-linux-gnu`; '' if the interpreter did not report it.
   */
  abi: string;
  /** Reason why it does not work, with advice; null if it works. */
  problem: string | null;
  /**
   * True if it was killed, made no progress or could not be started for lack of resources: the next attempt may
   * succeed.
   */
  isUnclear?: boolean;
}

interface Answer {
  executable: string;
  folders: string[];
  programs: string[];
  abi: string;
}

/**
 * Asks the interpreter for the paths of its files. If it does not answer, the given path is used, and its start will
 * fail.
 */
export async function pythonFiles(python: string, options: AskOptions = {}): Promise<Interpreter> {
  const { problem, isUnclear, executable, folders, programs, abi } = await askedTwice(
    python,
    options,
  ).then(
    (answer) => ({ ...answer, problem: null, isUnclear: false }),
    (error: unknown) => ({
      executable: python,
      folders: [],
      programs: [],
      abi: '',
      problem: noPython(extractLastLine(getErrorMessage(error))),
      isUnclear: saysNothing(error),
    }),
  );
  // A prefix of at most one part would expose the whole machine.
  const own = folders.filter(
    (folder) => folder.split('/').filter(Boolean).length > 1 && !SHARED_PREFIXES.includes(folder),
  );
  const files = [executable, ...programs].filter((path) => path.startsWith('/'));
  const readable = [...sharedLibraries(), ...SYSTEM_FOR_PYTHON, ...own, ...files];
  return { executable, readable: [...new Set(readable)], abi, problem, isUnclear };
}

/** Returns an interpreter that {@link askAgain} asks once it is needed. */
export function unasked(python: string): Interpreter {
  return {
    executable: python,
    readable: [...sharedLibraries()],
    abi: '',
    problem: noPython('it has not been asked for its version'),
    isUnclear: true,
  };
}

/**
 * Asks an interpreter that did not answer again, and updates the object. Throws an Error with the reason if there is
 * still no answer, and the reason of `signal` once that aborts.
 */
export async function askAgain(interpreter: Interpreter, signal?: AbortSignal): Promise<void> {
  if (interpreter.problem === null) return;
  const asked = await pythonFiles(interpreter.executable, signal === undefined ? {} : { signal });
  signal?.throwIfAborted();
  Object.assign(interpreter, asked);
  if (interpreter.problem !== null) throw new Error(interpreter.problem);
}

/** Returns the message that Python could not be started, with the reason and advice. */
export function noPython(reason: string): string {
  return `Python could not be started: ${reason}. METARUN_PYTHON names the interpreter, ${OLDEST.join('.')} or later`;
}

/** Returns the last line of a failed program's output, which contains the error. */
function extractLastLine(message: string): string {
  return (message.trim().split('\n').at(-1) ?? '').replace(/\.$/, '');
}

/** Asks again if the program was killed while it answered. */
async function askedTwice(python: string, options: AskOptions): Promise<Answer> {
  try {
    return await askPython(python, options);
  } catch (error) {
    if (!saysNothing(error) || (error instanceof ProgramError && error.isStuck)) throw error;
    options.signal?.throwIfAborted();
    return askPython(python, options);
  }
}

/** Returns whether an error of {@link askPython} says nothing about the interpreter. */
function saysNothing(error: unknown): boolean {
  if (error instanceof ProgramError) return endedFromOutside(error.signal);
  return WITHOUT_MEANS.has(findErrorCode(error) ?? '');
}

async function askPython(python: string, options: AskOptions): Promise<Answer> {
  const answer: Json = JSON.parse(
    await askProgram(python, ['-I', '-S', '-c', WHERE_PYTHON_IS], options).catch(
      (error: unknown) => {
        if (findErrorCode(error) !== 'ENOENT') throw error;
        throw new Error(`there is no ${python}`, { cause: error });
      },
    ),
  );
  if (!isJsonObject(answer)) throw new Error('the interpreter did not print an object');
  const { version, executable, folders, programs, abi } = answer;
  const [major = 0, minor = 0] = Array.isArray(version) ? version.map(Number) : [];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Error(`${python} is Python ${major}.${minor}`);
  if (typeof executable !== 'string' || !Array.isArray(folders) || !Array.isArray(programs))
    throw new Error('the interpreter did not report where it is');
  return {
    executable,
    folders: folders.filter((folder) => typeof folder === 'string'),
    programs: programs.filter((path) => typeof path === 'string'),
    abi: typeof abi === 'string' ? abi : '',
  };
}
