import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** A client's user has closed the question about an approval without answering it. */
export const questionClosed = sharedMessage('mcp.question-closed', createTextsReader('approvalId'));
