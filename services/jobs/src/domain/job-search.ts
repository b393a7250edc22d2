/** Keys and words that a search of the desk may mean. */
import { readParcelCode, unspaced } from '@svc/text/codes/parcel-code';

export interface JobSearch {
  id: string;
  ref: string;
  /** SSCC, or the random characters of a parcel's id; null for a text that is neither. */
  parcel: string | null;
  words: string;
}

/** Keys are compared in upper case, without the blanks and brackets that labels print. */
export function readSearch(text: string): JobSearch {
  const key = unspaced(text);
  return { id: key.replace(/^JOB_/, 'job_'), ref: key, parcel: parcelKey(key), words: text };
}

const parcelId = /^PCL_[0-9A-Z]{10}([0-9A-Z]{16})$/;

/** The carrier's own code is `P`, the random characters of the id and a check character. */
function parcelKey(key: string): string | null {
  const code = readParcelCode(key);
  if (code) return code.scheme === 'own' ? code.value.slice(1, -1) : code.value;
  return parcelId.exec(key)?.[1] ?? null;
}
