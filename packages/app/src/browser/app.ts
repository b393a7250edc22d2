/** Interfaces between the app of one window and its screens. */
import type { Database } from './database.ts';

export interface App {
  db: Database;
  /** Opens the screen of an address such as `#job=job_1`. */
  go(hash: string): void;
  /**
   * Call after storing an action: sends it and renders every window; resolves when this one shows
   * it.
   */
  stored(): Promise<void>;
  /** Reads the run now. */
  ask(): void;
}

export interface Screen {
  title: string;
  /** Shown below the title. */
  parts: readonly Node[];
  /** Rendered again when the stored data changes; a form is not, so that no entry is lost. */
  isLive: boolean;
}
