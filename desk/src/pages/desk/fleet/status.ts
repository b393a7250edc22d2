/** What drivers, vehicles and boxes share: retirement, the filter of their lists; and the base. */
import { type Driver, type FleetStatus, requiredLine } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip } from '@svc/web/parts';
import { z } from 'zod';
import { choiceOrNone, type Field, inGroup, line } from '../../../form/field.ts';
import { type FieldValues, filterOf } from '../../../form/form-fields.ts';

type Shown = FleetStatus | 'all';
export const fleetStatusLabels: Readonly<Record<FleetStatus, string>> = {
  ...{ active: 'Active', retired: 'Retired' },
};
const shownLabels: Readonly<Record<Shown, string>> = { ...fleetStatusLabels, all: 'All' };

export const fleetStatusField = {
  ...choiceOrNone(shownLabels, { label: 'Status' }),
  usual: 'active',
};
export const fleetFilter = filterOf({ status: fleetStatusField });

/** Retired ones are shown where they are asked for. */
export const wantedStatus = ({
  status = 'active',
  starting_after,
}: {
  status?: Shown | undefined;
  starting_after?: string | undefined;
}) => ({ status: status === 'all' ? undefined : status, starting_after });

export const retiredChip = ({ status }: { status: FleetStatus }): Html | undefined =>
  status === 'retired' ? html` ${chip('calm', 'Retired')}` : undefined;

type Position = NonNullable<Driver['base']>['position'];
const positionText = /^(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;]\s*(-?\d{1,3}(?:\.\d{1,15})?)$/;
const noPosition = 'Enter latitude and longitude, e.g. -26.20410, 28.04730.';

function positionIn(text: string): Position | null {
  const [, lat, lng] = positionText.exec(text) ?? [];
  return lat === undefined || lng === undefined ? null : { lat: Number(lat), lng: Number(lng) };
}

const isPosition = (text: string): boolean => {
  const found = positionIn(text);
  return found !== null && Math.abs(found.lat) <= 90 && Math.abs(found.lng) <= 180;
};
const positionLine = line(z.string().refine(isPosition), {
  ...{ label: 'Position', hint: 'As maps copy it, e.g. -26.20410, 28.04730', error: noPosition },
});
const position: Field<Position | null> = {
  ...positionLine,
  entry: positionLine.entry.transform(positionIn),
};

export const baseFields = inGroup(
  { legend: 'Base', about: 'Where it starts from while no position is known. Empty for none.' },
  { base_name: line(requiredLine(120), { label: 'Name of the place' }), base_position: position },
);
type BaseEntries = FieldValues<typeof baseFields>;

export function checkBase({ base_name, base_position }: BaseEntries, context: z.RefinementCtx) {
  if ((base_name === '') === (base_position === null)) return;
  const [path, message] =
    base_name === '' ? ['base_name', 'Name the place, too.'] : ['base_position', noPosition];
  context.addIssue({ code: 'custom', path: [path], message });
}

export const baseOf = ({ base_name: name, base_position }: BaseEntries): Driver['base'] =>
  base_position && { name, position: base_position };

export const baseValues = ({ base }: Pick<Driver, 'base'>) => ({
  base_name: base?.name,
  base_position: base && `${base.position.lat}, ${base.position.lng}`,
});

/** The service alone knows the area that is served. */
export const baseRefusals = { invalid_position: { field: 'base_position' } };
