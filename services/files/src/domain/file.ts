/** Steps of a file, in order; each is idempotent. */
export const steps = ['moving', 'reading', 'parsing', 'booking', 'answering', 'answered'] as const;
export type FileStep = (typeof steps)[number];

/** Limit of a file and of its rows (decisions, Errors). */
export const sizeMax = 10 * 1024 * 1024;
export const rowsMax = 10_000;

export const folders = (dc: string) => ({
  inbound: `/${dc}/inbound`,
  outbound: `/${dc}/outbound`,
  archive: `/${dc}/archive`,
});

/** Uploads under other names, e.g. `wave.csv.part`, are left alone until they are renamed. */
export const isManifestName = (name: string): boolean => /^[^.].*\.(csv|edi|ifm)$/i.test(name);

/** Leaves room for the file id, `.ack` and the marks of a temporary file within 255 bytes. */
const nameBytesMax = 200;
/** Separators and control characters, which a path or a listing could be misread by. */
const unsafe = /[/\\\p{C}]/gu;

/**
 * Name of a file in our folders: the original, where a server can store it. A changed name
 * carries the file's id, so that the answers of two files never become one.
 */
export function safeName({ id, name }: { id: string; name: string }): string {
  const replaced = name.replace(unsafe, '_');
  if (replaced === name && Buffer.byteLength(name) <= nameBytesMax) return name;
  const extension = /\.\w{1,8}$/.exec(replaced)?.[0] ?? '';
  const stem = replaced.slice(0, replaced.length - extension.length);
  const room = nameBytesMax - extension.length - id.length - 1;
  return `${truncated(stem, room)}~${id}${extension}`;
}

/** At most so many bytes of UTF-8, cut between characters. */
function truncated(text: string, bytesMax: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    end += character.length;
  }
  return text.slice(0, end);
}

export const archivePath = ({ dc, id, name }: { dc: string; id: string; name: string }): string =>
  `${folders(dc).archive}/${id}-${safeName({ id, name })}`;

/** Key of a file's bytes in file storage. */
export const storageKeyOf = ({ tenant_id, id }: { tenant_id: string; id: string }): string =>
  `wholesale/${tenant_id}/${id}`;

/** File id in an archive name; undefined for a foreign file. */
export const archivedId = (name: string): string | undefined =>
  /^(wf_[0-9A-Z]{26})-/.exec(name)?.[1];

/** A file that DOS programs ended with their end-of-file mark (0x1A), without it. */
export function withoutEndMark(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (bytes[end - 1] === 0x1a) end -= 1;
  return bytes.subarray(0, end);
}

export interface RemoteEntry {
  name: string;
  /** `other` is a link, for example. */
  kind: 'file' | 'folder' | 'other';
  size: number;
  /** Unix time in seconds. */
  changed: number;
}

/** Stat snapshot: equal if kind, size and time of change show no write in between. */
export const statSnapshot = ({ kind, size, changed }: Omit<RemoteEntry, 'name'>): string =>
  `${kind} ${size} ${changed}`;

/**
 * Number of times that a file that changed after it was accepted is read again: for half an hour,
 * by `retryAt`.
 */
export const restartsMax = 100;
/** From here on a restart counts as one too many. */
export const restartsUsual = 5;

const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000];

/** Retry backoff, capped at 20 s because the answer is due within two minutes. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 1_000));
