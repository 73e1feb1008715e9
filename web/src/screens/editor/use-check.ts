import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkQuery } from '../../api/editor.js';
import type { DefinitionCheck, NewMetaTask } from '../../api/types.js';

/** Time without a keystroke after which a definition is checked, in ms. */
const PAUSE_MS = 600;

export interface Check {
  /** Result of the last check; undefined before the first one. */
  found: DefinitionCheck | undefined;
  /** True if the definition has changed since the last check, or a check is in progress. */
  isBehind: boolean;
  error: unknown;
}

/** Checks a definition while it is edited. A newer check replaces the one in progress. */
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
