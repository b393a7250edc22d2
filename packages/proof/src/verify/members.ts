/** Members of a file that none of its formats has: they are unsigned, and no check covers them. */
import { type Check, checkOf } from './check.ts';
import { isObject } from './event-format.ts';

/** `true`: whatever is below is checked elsewhere, or is not signed (README, last section but one). */
interface Members {
  readonly [name: string]: Members | true;
}

const certified = { certificate: true, certificate_jws: true } as const;
const head = { format: true, job: { id: true, ref: true }, ...certified, jwks: true } as const;
const proofLog = {
  origin: true,
  checkpoint_url: true,
  entries: { entry: true, proof: true },
} as const;

export const bundleMembers: Members = {
  ...head,
  custody: { job_id: true, chain_hash: true, events: true, texts: true },
  cold_chain: certified,
  log: { ...proofLog, salt: true },
};
export const readingsMembers: Members = { ...head, readings: true };
export const proofMembers: Members = {
  ...{ format: true, ...certified, jwks: true, log: proofLog },
  ...{ events: true, chain_intact: true, cold_chain_certificate: { id: true, result: true } },
};

/** Paths of what `known` does not have, e.g. `job.sku`; an item of a list has the path of the list. */
export function unknownMembers(value: unknown, known: Members, path = ''): string[] {
  const items = Array.isArray(value) ? value : [value];
  const found = items.filter(isObject).flatMap((item) =>
    Object.entries(item).flatMap(([name, inner]) => {
      const below = Object.hasOwn(known, name) ? known[name] : undefined;
      if (below === undefined) return [`${path}${name}`];
      return below === true ? [] : unknownMembers(inner, below, `${path}${name}.`);
    }),
  );
  return [...new Set(found)];
}

export const memberChecks = ({ unsigned }: { unsigned: readonly string[] }): Check[] =>
  unsigned.length === 0 ? [] : [{ ...unknown, items: unsigned }];

const unknown = checkOf('members', 'open', {
  open: 'The file also holds what no file of this kind does. Nobody signed it: do not rely on it.',
});
