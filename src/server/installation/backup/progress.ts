/** The progress of a backup or of a restore. */
export type Progress =
  | { step: 'database'; bytes: number }
  | { step: 'database'; rows: number }
  | {
      /** `check`: the contents of a backup are read before anything is restored. */
      step: 'contents' | 'check';
      blobs: number;
      ofBlobs: number;
      bytes: number;
      ofBytes: number;
    };
