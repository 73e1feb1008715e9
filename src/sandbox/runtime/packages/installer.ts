/** The circumstances of a job of an installer. */
export interface JobOptions {
  /** An empty folder of the host that only this job uses. */
  work: string;
  /** The most bytes that it may write there. */
  maxBytes: number;
  /** Receives the installer's output while it runs, fit for a client. */
  onLine?: (text: string) => void;
  signal?: AbortSignal;
}

/** Installs the packages of a language. */
export interface Installer {
  /**
   * Installs exactly the packages of a lock into the folder `site` of the job's folder. Returns its size in bytes. Rejects with
   * `dependency_error` and the reason, with `unavailable` if its process was killed or could not be started, or with the signal's.
   */
  install(lock: string, job: JobOptions): Promise<number>;
}
