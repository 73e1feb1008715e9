/** Progress of a backup or restore. */
export type Progress =
  | { step: 'database'; bytes: number }
  | { step: 'database'; rows: number }
  | {
      /** `check`: the contents of a backup are being verified before anything is restored. */
      step: 'contents' | 'check';
      blobs: number;
      ofBlobs: number;
      bytes: number;
      ofBytes: number;
    };
