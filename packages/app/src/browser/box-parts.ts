/** Boxes at a stop: those that wait for their way back, and those that parcels lie in. */
import type { RecordedAction } from '../domain/action.ts';
import type { OfferedAction } from '../domain/steps.ts';
import type { StoredJob } from './database.ts';
import { element, fact } from './dom.ts';
import { plural } from './run-stops.ts';

interface TakeAlong {
  parts: HTMLElement[];
  /** The step that records it. */
  steps: OfferedAction[];
}

/** Boxes at the sites of the jobs, or at one, without those that are recorded as taken. */
export function takeAlong(
  jobs: readonly StoredJob[],
  actions: readonly RecordedAction[],
  onlyAt?: string,
): TakeAlong {
  const taken = actions
    .filter(({ type, refusal }) => type === 'take' && !refusal)
    .map(({ fields }) => fields.identifier);
  const lines = jobs.flatMap(({ take_along = [], pickup, dropoff }) =>
    take_along
      .filter(({ site_id }) => onlyAt === undefined || site_id === onlyAt)
      .filter(({ identifier }) => !taken.includes(identifier))
      .map(({ identifier, site_id }) => {
        const { name } = site_id === pickup.site_id ? pickup : dropoff;
        return `Take along at ${name}: box ${identifier}`;
      }),
  );
  return {
    parts: [...new Set(lines)].map((line) => element('p', {}, element('strong', {}, line))),
    steps: lines.length > 0 ? ['take'] : [],
  };
}

export const boxFacts = ({ boxes = [], parcels: all }: StoredJob): Node[] =>
  boxes.flatMap(({ identifier, parcels, units = [] }) => {
    const where = [identifier, ...units].join(' in ');
    return fact('Box', parcels === all ? where : `${where}, ${plural(parcels, 'parcel')}`);
  });
