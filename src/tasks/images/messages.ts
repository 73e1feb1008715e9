import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** Published when an image is due to be pulled. */
export const imageDue = sharedMessage('image.due', createTextsReader('imageId'));
