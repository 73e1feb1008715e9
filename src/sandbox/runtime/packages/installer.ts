/** Options of an installer's job. */
export interface JobOptions {
  /** An empty folder of the host that only this job uses. */
  work: string;
  /** Maximum number of bytes that the job may write there. */
  maxBytes: number;
  /** Receives the installer's output while it runs, already redacted for clients. */
  onLine?: (text: string) => void;
  signal?: AbortSignal;
}

/** Installs the packages of a language. */
export interface Installer {
  /**
   * Installs exactly the packages of a lock into the folder `site` of the job's folder. Returns its size in bytes.
   * Rejects with `dependency_error` and the reason, with `unavailable` if its process was killed or could not be
   * started, or with the signal's reason.
   */
  install(lock: string, job: JobOptions): Promise<number>;
}
