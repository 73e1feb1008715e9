import type { Progress } from '../../server/installation/backup/progress.js';
import { progressLine } from './progress-line.js';
import { bytesText } from './units.js';

/** Returns a function that shows the progress of a backup or a restore. */
export function backupProgress(): (progress: Progress) => void {
  const show = progressLine();
  return (progress) => {
    if (progress.step === 'database') {
      const amount = 'bytes' in progress ? bytesText(progress.bytes) : `${progress.rows} rows`;
      return show(`database: ${amount}`);
    }
    const { step, blobs, ofBlobs, bytes, ofBytes } = progress;
    const what = step === 'check' ? 'checked' : 'files';
    const amount = `${bytesText(bytes)} of ${bytesText(ofBytes)}`;
    show(`${what}: ${blobs} of ${ofBlobs}, ${amount}`, blobs >= ofBlobs);
  };
}
