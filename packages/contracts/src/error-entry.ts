/** One line of the catalogue of errors. */
export interface ErrorEntry {
  status: number;
  title: string;
  /** Meaning, and what the client can do about it; shown on the error page. */
  meaning: string;
}

export const entry = (status: number, title: string, meaning: string): ErrorEntry => ({
  status,
  title,
  meaning,
});
