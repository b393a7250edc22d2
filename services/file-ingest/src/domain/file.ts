/** A file on its way: taken, read, parsed, booked, answered. Each step can be done again. */
export const steps = ['taking', 'reading', 'parsing', 'booking', 'answering', 'answered'] as const;
export type Step = (typeof steps)[number];

/** Of a file and of its rows (decisions, Errors). */
export const sizeMax = 10 * 1024 * 1024;
export const rowsMax = 10_000;

export const folders = (dc: string) => ({
  inbound: `/${dc}/inbound`,
  outbound: `/${dc}/outbound`,
  archive: `/${dc}/archive`,
});

/** Uploads under other names, e.g. `wave.csv.part`, are left alone until they are renamed. */
export const isManifestName = (name: string): boolean => /^[^.].*\.(csv|edi|ifm)$/i.test(name);

/** What the name may look like in our own folders: of any name at most 100 harmless characters. */
export const safeName = (name: string): string =>
  name.replace(/[^\w. -]/g, '_').replace(/^(.{60}).*(.{36})$/, '$1_$2');

export const archivePath = ({ dc, id, name }: { dc: string; id: string; name: string }): string =>
  `${folders(dc).archive}/${id}-${safeName(name)}`;

/** The file in an archive folder; undefined for what is none of ours. */
export const archivedId = (name: string): string | undefined =>
  /^(wf_[0-9A-Z]{26})-/.exec(name)?.[1];

export interface Entry {
  name: string;
  /** `other` is a link, for example. */
  kind: 'file' | 'folder' | 'other';
  size: number;
  /** Unix time in seconds. */
  changed: number;
}

/** Two looks that are equal: nobody wrote in between, as far as the server can tell. */
export const lookOf = ({ kind, size, changed }: Omit<Entry, 'name'>): string =>
  `${kind} ${size} ${changed}`;

const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000];

/** A step that failed is tried again, in the end every 20 s: the answer is due within two minutes. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 1_000));
