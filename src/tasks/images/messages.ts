import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** An image is to be pulled. */
export const imageDue = sharedMessage('image.due', textsOf('imageId'));
