// Preload that turns a server of dist/modules into a later release, which can run tasks that earlier ones cannot:
// meta-tasks of priority 77.
import { NEEDS } from '../../dist/modules/workflow/engine/queue/needs.js';

NEEDS.push({ name: 'newer', isUsedBy: ({ priority }) => priority === 77 });
