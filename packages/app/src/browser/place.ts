/** Place of the device, where the courier lets the app record it. */
import type { DevicePosition } from '../domain/action.ts';
import type { PositionFix } from '../domain/position-reporter.ts';

/** An older position does not show where a step happened, ms. */
const freshMs = 120_000;
let last: { place: DevicePosition; atMs: number } | undefined;
let isFollowed = false;

/** `prompt` until the courier has decided; `unavailable` where there is no receiver. */
export async function placePermission(): Promise<PermissionState | 'unavailable'> {
  if (!('geolocation' in navigator) || !('permissions' in navigator)) return 'unavailable';
  return (await navigator.permissions.query({ name: 'geolocation' })).state;
}

/** Follows the device; asks the courier first if the permission is undecided. */
export function followPlace(): void {
  isFollowed = true;
  const keep = ({ coords, timestamp }: GeolocationPosition): void => {
    last = { place: placeOf(coords), atMs: timestamp };
  };
  // A step without a known position is recorded without one.
  navigator.geolocation.watchPosition(keep, () => undefined, { enableHighAccuracy: true });
}

const placeOf = ({ latitude, longitude }: GeolocationCoordinates): DevicePosition => ({
  lat: rounded(latitude),
  lng: rounded(longitude),
});

/** About a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Uses the device's clock, which also counts while the page sleeps. */
export const recentPlace = (): DevicePosition | undefined =>
  last && Math.abs(Date.now() - last.atMs) < freshMs ? last.place : undefined;

const fixOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 };

/** Undefined without a position, and until the courier lets the device be followed. */
export const currentFix = (offsetMs: number): Promise<PositionFix | undefined> =>
  new Promise((done) => {
    const keep = ({ coords, timestamp }: GeolocationPosition): void => {
      const { accuracy, speed } = coords;
      const isKnown = speed !== null && speed >= 0;
      done({
        at: new Date(timestamp + offsetMs).toISOString(),
        position: placeOf(coords),
        accuracy_m: Math.round(accuracy),
        // From metres a second.
        ...(isKnown && { speed_kmh: Math.round(speed * 36) / 10 }),
      });
    };
    if (isFollowed)
      navigator.geolocation.getCurrentPosition(keep, () => done(undefined), fixOptions);
    else done(undefined);
  });
