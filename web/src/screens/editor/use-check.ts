import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkQuery } from '../../api/editor.js';
import type { DefinitionCheck, NewMetaTask } from '../../api/types.js';

/** So long after the last key a definition is checked. */
const PAUSE_MS = 600;

export interface Check {
  /** The last check; undefined before the first. */
  found: DefinitionCheck | undefined;
  /** True while what is there is another text than what was checked. */
  isBehind: boolean;
  error: unknown;
}

/** Checks a definition as it is typed. A check that is overtaken is given up. */
export function useCheck(project: string, definition: NewMetaTask): Check {
  const [settled, setSettled] = useState(definition);
  const now = JSON.stringify(definition);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(now) as NewMetaTask), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const query = useQuery({ ...checkQuery(project, settled), placeholderData: keepPreviousData });
  const isBehind = query.isFetching || now !== JSON.stringify(settled);
  return { found: query.data, isBehind, error: query.error };
}
