// Preloaded, it makes of a server of dist/modules one of a later release, which can run what earlier ones cannot: meta-tasks of
// priority 77.
import { NEEDS } from '../../dist/modules/workflow/engine/queue/needs.js';

NEEDS.push({ name: 'newer', isUsedBy: ({ priority }) => priority === 77 });
