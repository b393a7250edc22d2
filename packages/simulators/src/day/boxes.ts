/** Two cool boxes for each vehicle of the day, each with a probe. */
import { asset, binding, device, temperatureRanges, tracking } from '@svc/contracts';
import type { Api } from '../api.ts';
import type { Car } from './ride.ts';

const { listAssets } = tracking.actions;
const classes = ['2-8C', 'frozen'] as const;

type Vehicle = Pick<Car, 'number' | 'registration'> & { vehicle_id: string };

/** A box of an earlier start stays where it is. */
export async function boxesFor(desk: Api, vehicle: Vehicle): Promise<Car['boxes']> {
  const { number, registration, vehicle_id } = vehicle;
  const { data: known } = await desk.get('/ops/assets?limit=100', listAssets.output);
  const boxes: Car['boxes'] = [];
  for (const [nth, temperature_class] of classes.entries()) {
    const identifier = `${registration.replaceAll(' ', '-')}-${nth + 1}`;
    const device_id = `day-box-probe-${number + 1}-${nth + 1}`;
    const range = temperatureRanges[temperature_class];
    boxes.push({ number: 100 * (nth + 1) + number, device_id, identifier, range });
    if (known.some((each) => each.identifier === identifier)) continue;
    const made = { identifier, kind: 'cool_box', temperature_class, state: 'conditioned' };
    const { id: asset_id } = await desk.post('/ops/assets', made, asset);
    await desk.post(`/ops/assets/${asset_id}/bindings`, { vehicle_id }, binding);
    await desk.post('/ops/devices', { device_id, vehicle_id, asset_id }, device);
  }
  return boxes;
}
