import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** The user of a client has closed the question about an approval without an answer to it. */
export const questionClosed = sharedMessage('mcp.question-closed', textsOf('approvalId'));
