/** Room for photos in the browser's storage. */
interface StorageEstimate {
  usage?: number | undefined;
  quota?: number | undefined;
}

type Room = 'enough' | 'low' | 'unknown';

/** Below this photos of a day may not fit, bytes: 20 photos of at most 1 MB, twice. */
const lowBytes = 40_000_000;

export const roomOf = ({ usage, quota }: StorageEstimate): Room => {
  if (usage === undefined || quota === undefined) return 'unknown';
  return quota - usage < lowBytes ? 'low' : 'enough';
};
