import { printDone, printList, timeCell } from './print.js';

/** A version of a versioned resource, as in the API. */
interface Version {
  identifier: string;
  name: string;
  version: number;
  current_version: number;
  version_created_at: string;
  created_by: string;
  note: string | null;
}

/** Prints versions as a table, or as a JSON document. */
export function printVersions(versions: readonly Version[], options: { json?: boolean }): void {
  printList(
    'versions',
    versions,
    {
      VERSION: ({ version, current_version: now }) =>
        version === now ? `${version} (current)` : version,
      MADE: (one) => timeCell(one.version_created_at),
      BY: (one) => one.created_by,
      NAME: ({ name }) => name,
      NOTE: ({ note }) => note,
    },
    options,
  );
}

/** Prints the new current version. */
export function printCurrent(one: Version, options: { json?: boolean }): void {
  printDone(`${one.identifier} is version ${one.current_version} now`, one, options);
}

/** Returns the version, the number of versions, the creation time and the author. */
export function versionLine(one: Version): string {
  return `${one.version} of ${one.current_version}, ${one.version_created_at} by ${one.created_by}`;
}
