/** Interfaces between the app of one window and its screens. */
import type { Database } from './database.ts';

export interface App {
  db: Database;
  /** To the screen of an address such as `#job=job_1`. */
  go(hash: string): void;
  /** Something was stored: sends it, and shows it in every window; done when it shows in this one. */
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
