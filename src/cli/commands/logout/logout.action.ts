import { usageError } from '../../toolkit/command-error.js';
import { printJson } from '../../toolkit/print-json.js';
import { readProfiles, writeProfiles } from '../../toolkit/profiles.js';
import { unknownProfile } from '../login/login.action.js';
import { stderr } from '../../toolkit/output.js';

export interface LogoutOptions {
  all?: boolean | undefined;
  json?: boolean | undefined;
}

/** Runs `metarun logout`: deletes the named profile, the default profile, or all profiles. */
export async function runLogout(
  name: string | undefined,
  { all = false, json = false }: LogoutOptions,
): Promise<void> {
  if (all && name !== undefined)
    throw usageError(
      '--all and the name of a profile say different things.',
      'Give one of the two.',
    );
  const { default: chosen, profiles } = await readProfiles();
  const names = Object.keys(profiles);
  const wanted = name ?? chosen;
  if (!all && wanted === null) throw usageError('There is no profile to forget.');
  if (!all && wanted !== null && !Object.hasOwn(profiles, wanted))
    throw unknownProfile(wanted, names);
  const gone = names.filter((one) => all || one === wanted);
  const left = Object.entries(profiles).filter(([one]) => !gone.includes(one));
  const stays = chosen !== null && !gone.includes(chosen) ? chosen : null;
  await writeProfiles({ default: stays, profiles: Object.fromEntries(left) });
  if (json) printJson({ forgotten: gone, default: stays });
  else stderr.write(said(gone, stays, left.length));
}

function said(gone: readonly string[], stays: string | null, left: number): string {
  const forgotten = gone.length === 0 ? 'There was none' : `Forgotten: ${gone.join(', ')}`;
  const next = stays === null && left > 0 ? ' None is the default now: metarun login --use …' : '';
  return `${forgotten}.${next}\n`;
}
