/**
 * What each telematics system sends, member by member as it documents it: a device at a place at one
 * time, with its first probe at 4.1 °C where it has one.
 */
import type { TelematicsFormat } from '@svc/contracts';

interface Told {
  device: string;
  /** UTC, whole seconds. */
  at: string;
  lat: number;
  lng: number;
}

/** `2026-11-02T08:59:30Z` in Johannesburg, as Postgres writes it. */
const local = (at: string): string => {
  const moved = new Date(Date.parse(at) + 2 * 3_600_000).toISOString();
  return `${moved.slice(0, 19).replace('T', ' ')}+02`;
};

export const documented: Readonly<Record<TelematicsFormat, (told: Told) => object>> = {
  traccar: ({ device, at, lat, lng }) => ({
    position: {
      id: 9001,
      attributes: { batteryLevel: 87, motion: true, totalDistance: 120_933.5, temp1: 4.1 },
      deviceId: 12,
      protocol: 'teltonika',
      serverTime: at.replace('Z', '.250+00:00'),
      deviceTime: at.replace('Z', '.000+00:00'),
      fixTime: at.replace('Z', '.000+00:00'),
      outdated: false,
      valid: true,
      latitude: lat,
      longitude: lng,
      altitude: 1_602,
      speed: 20,
      course: 184,
      address: null,
      accuracy: 0,
      network: null,
      geofenceIds: null,
    },
    device: {
      id: 12,
      attributes: {},
      groupId: 0,
      calendarId: 0,
      name: 'Van 12',
      uniqueId: device,
      status: 'online',
      lastUpdate: at.replace('Z', '.250+00:00'),
      positionId: 9000,
      phone: null,
      model: 'FMB920',
      contact: null,
      category: 'van',
      disabled: false,
      expirationTime: null,
    },
  }),
  samsara: ({ device, at, lat, lng }) => ({
    data: [
      {
        id: device,
        name: 'Van 12',
        externalIds: { 'samsara.serial': 'G9C7VNA5A2' },
        gps: [
          {
            time: at,
            latitude: lat,
            longitude: lng,
            headingDegrees: 184,
            speedMilesPerHour: 23,
            reverseGeo: { formattedLocation: '1 Main Road, Johannesburg' },
            isEcuSpeed: false,
          },
        ],
        reeferReturnAirTemperatureMilliCZone1: [{ time: at, value: 4_100 }],
      },
    ],
    pagination: { endCursor: '84d3f6fa-7a35-4b3f-b4a1-f4b1a0a1c6d1', hasNextPage: false },
  }),
  geotab: ({ device, at, lat, lng }) => ({
    jsonrpc: '2.0',
    result: {
      data: [
        {
          latitude: lat,
          longitude: lng,
          speed: 37,
          dateTime: at.replace('Z', '.000Z'),
          device: { id: device },
          id: 'b1A2',
        },
        {
          data: 4.1,
          dateTime: at.replace('Z', '.000Z'),
          device: { id: device },
          diagnostic: { id: 'DiagnosticCargoTemperatureZone1Id' },
          controller: 'ControllerNoneId',
          version: '0000000000a1b2c3',
          id: 'b1A3',
        },
      ],
      toVersion: '0000000000a1b2c4',
    },
  }),
  cartrack: ({ device, at, lat, lng }) => ({
    data: [
      {
        vehicle_id: Number(device),
        registration: 'CA123456',
        event_ts: local(at),
        location: {
          latitude: lat,
          longitude: lng,
          position_description: 'Main Road, Johannesburg',
          updated: local(at),
          gps_fix_type: 3,
        },
        speed: 37,
        bearing: 184,
        altitude: 1_602,
        ignition: true,
        idling: false,
        odometer: 120_933_500,
        driver: { driver_id: null, first_name: null, last_name: null, phone_number: null },
        fuel: { level: null, updated: null },
        ...{ temp1: 4.1, temp2: null, temp3: null, temp4: null },
      },
    ],
    meta: { from: 1, to: 1, current_page: 1, per_page: 50, last_page: 1, total: 1 },
  }),
  tive: ({ device, at, lat, lng }) => ({
    EntityName: 'A571992',
    EntryTimeEpoch: Date.parse(at),
    EntryTimeUtc: at.replace('Z', '.0000000'),
    Cellular: { SignalStrength: 'Good', Dbm: -73 },
    Temperature: { Celsius: 4.1, Fahrenheit: 39.38 },
    ProbeTemperature: null,
    Humidity: { Percentage: 48.2 },
    Light: { Lux: 0 },
    Battery: { Percentage: 82, IsCharging: false },
    AccountId: 478,
    DeviceId: device,
    DeviceName: 'A571992',
    ShipmentId: null,
    Location: {
      Latitude: lat,
      Longitude: lng,
      FormattedAddress: 'Main Road, Johannesburg',
      LocationMethod: 'gps',
      Accuracy: { Meters: 5, Kilometers: 0.005, Miles: 0.0031 },
    },
  }),
};
