import type { UsersFilter } from '../../api/users.js';
import { flagParameter, readSearch, textParameter } from '../../parts/search-parameters.js';

/** Reads the filter of the list of users from the address. */
export function usersSearch(parameters: Record<string, unknown>) {
  return readSearch<UsersFilter>(parameters, {
    q: textParameter,
    admin: (value) => (flagParameter(value) === true ? true : undefined),
  });
}
