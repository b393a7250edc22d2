/** One entry of the error catalogue. */
export interface ErrorEntry {
  status: number;
  title: string;
  /** Meaning and remedy; shown on the error page. */
  meaning: string;
}

export const entry = (status: number, title: string, meaning: string): ErrorEntry => ({
  status,
  title,
  meaning,
});
