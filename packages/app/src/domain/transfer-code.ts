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

/** Parcels of each job that were read, where their codes are known; names a code of none of them. */
export function countParcels(
  jobs: readonly GivenJob[],
  { parcels, codesOf }: { parcels: string; codesOf: ReadonlyMap<string, readonly string[]> },
): { counts: ReadonlyMap<string, number> } | { fault: string } {
  const read = new Set(parcels.split(/\s+/).filter(Boolean));
  const counts = new Map<string, number>();
  for (const { id } of jobs) {
    const found = codesOf.get(id)?.filter((code) => read.delete(code));
    if (found && parcels.trim() !== '') counts.set(id, found.length);
  }
  const isKnown = jobs.every(({ id }) => codesOf.has(id));
  return isKnown && read.size > 0
    ? {
        fault: `On none of these jobs: ${[...read].join(', ')}. Put it aside, and call the control desk.`,
      }
    : { counts };
}

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
