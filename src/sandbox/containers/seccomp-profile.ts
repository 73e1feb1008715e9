import { readFile, writeFile } from 'node:fs/promises';
import { packagePath } from '../../base/kernel/package-root.js';
import { ENOSYS, REFUSED_IN_CONTAINERS } from '../runtime/sandbox/seccomp.js';

/** One rule of a profile, as engines read it. */
interface Rule {
  comment?: string;
  names: string[];
  action: string;
  args?: unknown[];
  errnoRet?: number;
}
interface Profile {
  defaultAction: string;
  defaultErrnoRet: number;
  archMap: unknown;
  syscalls: Rule[];
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET: requests for any of them are refused. */
const NAMESPACE_FLAGS = 0x7e020000;
/**
 * ENOSYS makes libraries fall back to the older call. Docker before 22 supports no error number for all refused calls.
 */
const NO_CLONE3: Rule = { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS };
const MASKED_EQUAL = 'SCMP_CMP_MASKED_EQ';

/**
 * Writes the containers' system call filter to a file: the profile of metarun's own image, without the calls allowed
 * for creating sandboxes and networks, and without those that no guest may make.
 */
export async function writeSeccompProfile(file: string): Promise<void> {
  const text = await readFile(packagePath('deploy/seccomp.json'), 'utf8');
  await writeFile(file, JSON.stringify(containerProfile(JSON.parse(text) as Profile)));
}

/** Derives the profile of containers from the profile of metarun's image. */
export function containerProfile(image: Profile): Profile {
  const kept = image.syscalls
    .filter(({ names, comment = '' }) => !names.includes('mount') && !comment.includes('NETLINK'))
    .map((rule) => ({
      ...rule,
      names: rule.names.filter((name) => !REFUSED_IN_CONTAINERS.has(name)),
    }))
    .filter(({ names }) => names.length > 0);
  const clone: Rule = {
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, value: NAMESPACE_FLAGS, valueTwo: 0, op: MASKED_EQUAL }],
  };
  return { ...image, syscalls: [...kept, clone, NO_CLONE3] };
}
