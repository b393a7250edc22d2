/** Commands about drivers, vehicles and boxes, as a person at the desk gives them. */
import { type AuditCase, type Calls, scene } from './audit-scene.ts';
import { newRegistration } from './desk.ts';

const newBox = ({ tracking: own }: Calls) =>
  own.createAsset({ identifier: crypto.randomUUID(), kind: 'tote' });

const placed = ({ tracking: own }: Calls, id: string) =>
  own.bindAsset({ id, vehicle_id: scene().crew.vehicle_id });
const logger = 'LOG-7';
/** A box with a logger that has no network. */
async function loggedBox(own: Calls) {
  const box = await newBox(own);
  const { id: vehicle_id } = await own.tracking.createVehicle({ registration: newRegistration() });
  await own.tracking.createDevice({ device_id: logger, vehicle_id });
  await own.tracking.bindAsset({ id: box.id, device_id: logger, from: '2026-11-02T00:00:00Z' });
  return box;
}
const newProvider = ({ tracking: own }: Calls) =>
  own.createTelemetryProvider({ name: 'Own trackers' });
const insurance = { document: 'insurance', expires_on: '2030-01-31' };
export const fleetCases: Readonly<Record<string, AuditCase>> = {
  'tracking.createDeviceEnrolment': {
    ofCarrier: true,
    sends: 'accounts.createDeviceEnrolment',
    act: (own) => own.tracking.createDeviceEnrolment({ id: scene().crew.driver_id }),
  },
  'tracking.createDriver': {
    act: (own) => own.tracking.createDriver({ first_name: 'Naledi', last_name: 'Example' }),
    shows: { after: { first_name: 'withheld', last_name: 'withheld' } },
  },
  'tracking.updateDriver': {
    ofCarrier: true,
    act: (own) => own.tracking.updateDriver({ id: scene().crew.driver_id, phone: '082 555 0123' }),
    shows: { before: { phone: null }, after: { phone: 'withheld' } },
  },
  'tracking.updateVehicle': {
    ofCarrier: true,
    act: (own) =>
      own.tracking.updateVehicle({
        id: scene().crew.vehicle_id,
        base: { name: 'Depot', position: { lat: -26.2, lng: 28.04 } },
      }),
    shows: {
      before: { base: null },
      after: { 'base.name': 'Depot', 'base.position.lat': -26.2, 'base.position.lng': 28.04 },
    },
  },
  'tracking.putDriverDocument': {
    ofCarrier: true,
    act: (own) => own.tracking.putDriverDocument({ id: scene().crew.driver_id, ...insurance }),
  },
  'tracking.putVehicleDocument': {
    ofCarrier: true,
    act: (own) => own.tracking.putVehicleDocument({ id: scene().crew.vehicle_id, ...insurance }),
  },
  'tracking.createAsset': { act: newBox, shows: { after: { kind: 'tote', state: 'clean' } } },
  'tracking.updateAsset': {
    given: newBox,
    act: (own, id) => own.tracking.updateAsset({ id, state: 'conditioned' }),
    shows: { before: { state: 'clean' }, after: { state: 'conditioned' } },
  },
  'tracking.uploadLoggerFile': {
    given: loggedBox,
    act: (own, id) => {
      const content = 'Date;Time;Temperature\n02.11.2026;10:00;4.5\n';
      return own.tracking.uploadLoggerFile({ id, device_id: logger, content, date_order: 'dmy' });
    },
  },
  'tracking.bindAsset': {
    ofCarrier: true,
    given: newBox,
    act: placed,
  },
  'tracking.endBinding': {
    ofCarrier: true,
    given: async (own) => placed(own, (await newBox(own)).id),
    act: (own, id) => own.tracking.endBinding({ id }),
  },
  'tracking.createDevice': {
    ofCarrier: true,
    act: ({ tracking: own }) => {
      const { vehicle_id } = scene().crew;
      return own.createDevice({ device_id: crypto.randomUUID(), vehicle_id });
    },
  },
  'tracking.createTelemetryProvider': { sends: 'accounts.createClient', act: newProvider },
  'tracking.rotateTelemetrySecret': {
    given: newProvider,
    act: (own, id) => own.tracking.rotateTelemetrySecret({ id }),
  },
  'tracking.handOutConsumables': {
    ofCarrier: true,
    act: ({ tracking: own }) =>
      own.handOutConsumables({ kind: 'seal', count: 5, site_id: scene().customer.pickup }),
    shows: { after: { kind: 'seal', count: 5 } },
  },
  'tracking.createVehicle': {
    act: (own) => own.tracking.createVehicle({ registration: newRegistration() }),
  },
};
