import type { RerunTaskDto } from './rerun.dto.js';
import type { Rerun } from './reruns.service.js';

export function toRerun(body: RerunTaskDto): Rerun {
  return {
    params: body.params ?? null,
    version: body.version ?? 'same',
    fromStep: body.from_step?.toLowerCase() ?? null,
    name: body.name ?? null,
    runAt: body.run_at ?? null,
  };
}
