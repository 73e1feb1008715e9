import type { ApprovalsView } from '../../api/approvals.js';
import { oneOf, readSearch } from '../../parts/search-parameters.js';

/** Returns the search parameters of the list of approvals. */
export function approvalsSearch(parameters: Record<string, unknown>) {
  return readSearch<{ status?: ApprovalsView }>(parameters, {
    status: oneOf('waiting', 'decided'),
  });
}
