/**
 * What the phone of the courier who gives shows as symbols, and the phone of the one who takes reads:
 * the code of the run, and the jobs whose parcels change hands. Both work without a network.
 */
export interface GivenJob {
  id: string;
  ref: string;
  seal: string;
}

const prefix = 'SVC-TRANSFER';
/** A symbol that is quickly read from a phone. */
const jobsMax = 8;

/** Symbols for these jobs; only characters that a QR code packs tightly. */
export const transferCodes = (code: string, jobs: readonly GivenJob[]): string[] =>
  Array.from({ length: Math.ceil(jobs.length / jobsMax) }, (_, n) => {
    const those = jobs.slice(n * jobsMax, (n + 1) * jobsMax);
    const named = those.map(({ id, ref, seal }) =>
      [id.replace('job_', ''), ref.replace('SVC-', ''), seal].join('.'),
    );
    return [prefix, code, ...named].join(':');
  });

const job = /^([0-9A-Z]{1,64})\.([0-9A-Z]{1,32})\.([A-Z0-9][A-Z0-9-]{3,31})$/;

/** Undefined for any other symbol. */
export function readTransferCode(text: string): { code: string; jobs: GivenJob[] } | undefined {
  const [kind, code, ...named] = text.trim().split(':');
  if (kind !== prefix || !code || named.length === 0) return undefined;
  const jobs = named.flatMap((each) => {
    const [, id, ref, seal = ''] = job.exec(each) ?? [];
    return id === undefined ? [] : [{ id: `job_${id}`, ref: `SVC-${ref}`, seal }];
  });
  return jobs.length === named.length ? { code, jobs } : undefined;
}

export interface TransferEntries {
  /** Seals that were read, one in a line. */
  seals: string;
  /** Why one was not compared. */
  reason: string;
}

export interface PackedBox {
  identifier: string;
  parcels: number;
  /** Of these parcels; null for all of the job, absent in answers of the version before. */
  codes?: readonly string[] | null;
  /** What it stands in; absent in answers of the version before. */
  units?: readonly string[];
}

/** What was read, one code in a line: parcels, and boxes, crates or cages with what is in them. */
export interface ReadCodes {
  parcels: string;
  units: string;
}

/** What a phone knows of the parcels of a job. */
interface KnownParcels {
  parcels: number;
  codes: readonly string[];
  boxes?: readonly PackedBox[];
}

interface CountedParcels {
  /** By job, where its parcels are known. */
  counts: ReadonlyMap<string, number>;
  /** By job: the units that hold its parcels; all that were read where these are not known. */
  units: ReadonlyMap<string, readonly string[]>;
}

/** Parcels of each job that were read, singly or with a unit; names a code of none of them. */
export function countParcels(
  jobs: readonly GivenJob[],
  { known, ...read }: ReadCodes & { known: ReadonlyMap<string, KnownParcels> },
): CountedParcels | { faults: Partial<Record<keyof ReadCodes, string>> } {
  const singly = new Set(linesOf(read.parcels));
  const labels = [...new Set(linesOf(read.units.toUpperCase()))];
  const isRead = singly.size > 0 || labels.length > 0;
  const foreign = new Set(labels);
  const counts = new Map<string, number>();
  const units = new Map<string, readonly string[]>();
  for (const { id } of jobs) {
    const own = known.get(id);
    const boxes = (own?.boxes ?? []).map((box) => ({
      ...box,
      labels: labels.filter((each) => each === box.identifier || box.units?.includes(each)),
    }));
    const held = boxes.flatMap((box) => box.labels);
    for (const label of held) foreign.delete(label);
    units.set(id, own ? labels.filter((label) => held.includes(label)) : labels);
    const found = own?.codes.filter((code) => singly.delete(code)) ?? [];
    const inside = boxes.filter((box) => box.labels.length > 0);
    const beside = found.filter((code) => !inside.some(({ codes }) => codes?.includes(code)));
    const count = inside.reduce((sum, box) => sum + box.parcels, beside.length);
    if (own && isRead) counts.set(id, Math.min(count, own.parcels));
  }
  const isKnown = jobs.every(({ id }) => known.has(id));
  const faults = {
    ...(singly.size > 0 && { parcels: ofNone(singly) }),
    ...(foreign.size > 0 && { units: ofNone(foreign) }),
  };
  return isKnown && Object.keys(faults).length > 0 ? { faults } : { counts, units };
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const ofNone = (codes: ReadonlySet<string>): string =>
  `On none of these jobs: ${[...codes].join(', ')}. Put it aside, and call the control desk.`;

export interface Compared extends GivenJob {
  isCompared: boolean;
}

/** Which seals were read; names one that belongs to none of the jobs, and a reason that is missing. */
export function compareSeals(
  jobs: readonly GivenJob[],
  { seals, reason }: TransferEntries,
): { jobs: Compared[] } | { faults: Partial<Record<keyof TransferEntries, string>> } {
  const read = new Set(seals.toUpperCase().split(/\s+/).filter(Boolean));
  const foreign = [...read].filter((seal) => !jobs.some((each) => each.seal === seal));
  const compared = jobs.map((each) => ({ ...each, isCompared: read.has(each.seal) }));
  const open = compared.filter(({ isCompared }) => !isCompared).length;
  const faults = {
    ...(foreign.length > 0 && {
      seals: `On none of these jobs: ${foreign.join(', ')}. Call the control desk.`,
    }),
    ...(open > 0 &&
      reason.trim() === '' && { reason: `Scan ${open} more, or say why that is not possible.` }),
  };
  return Object.keys(faults).length > 0 ? { faults } : { jobs: compared };
}
